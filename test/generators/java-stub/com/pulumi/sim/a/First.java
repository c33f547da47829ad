package com.pulumi.sim.a;

import com.pulumi.Pulumi;
import com.pulumi.core.Output;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.Map;
import java.util.Set;

public class First {

    public First(String name, FirstArgs args) {
        Pulumi.note("a.First", name, Map.of());
    }

    /** A list of maps whose values are their paths. */
    public Output<Object> out() {
        return new Output<>(
            new AbstractList<Object>() {
                @Override
                public Object get(int index) {
                    return mapAt("a.First|out|" + index);
                }

                @Override
                public int size() {
                    return 1;
                }
            }
        );
    }

    private static Map<String, String> mapAt(String path) {
        return new AbstractMap<>() {
            @Override
            public String get(Object key) {
                return "<<" + path + "|" + key + ">>";
            }

            @Override
            public Set<Entry<String, String>> entrySet() {
                return Set.of();
            }
        };
    }
}
