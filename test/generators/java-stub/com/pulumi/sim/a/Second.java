package com.pulumi.sim.a;

import com.pulumi.Pulumi;

public class Second {

    public Second(String name, SecondArgs args) {
        Pulumi.note("a.Second", name, args.inputs);
    }
}
