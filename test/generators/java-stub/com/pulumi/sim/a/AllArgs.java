package com.pulumi.sim.a;

import java.util.HashMap;
import java.util.Map;

public class AllArgs {

    final Map<String, Object> inputs = new HashMap<>();

    public static AllArgs builder() {
        return new AllArgs();
    }

    public AllArgs texts(Object value) {
        inputs.put("texts", value);
        return this;
    }

    public AllArgs build() {
        return this;
    }
}
