package com.pulumi.sim.a;

import com.pulumi.Pulumi;

public class All {

    public All(String name, AllArgs args) {
        Pulumi.note("a.All", name, args.inputs);
    }
}
