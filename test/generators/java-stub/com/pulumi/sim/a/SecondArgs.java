package com.pulumi.sim.a;

import java.util.HashMap;
import java.util.Map;

public class SecondArgs {

    final Map<String, Object> inputs = new HashMap<>();

    public static SecondArgs builder() {
        return new SecondArgs();
    }

    public SecondArgs p0(Object value) {
        return put("p0", value);
    }

    public SecondArgs p1(Object value) {
        return put("p1", value);
    }

    public SecondArgs p2(Object value) {
        return put("p2", value);
    }

    public SecondArgs p3(Object value) {
        return put("p3", value);
    }

    public SecondArgs build() {
        return this;
    }

    private SecondArgs put(String name, Object value) {
        inputs.put(name, value);
        return this;
    }
}
