package com.pulumi.sim.a;

public class FirstArgs {

    public static FirstArgs builder() {
        return new FirstArgs();
    }

    public FirstArgs build() {
        return this;
    }
}
