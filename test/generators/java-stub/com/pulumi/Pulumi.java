package com.pulumi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** A core SDK that records the registrations of programs. */
public class Pulumi {

    public static final List<Object> MADE = new ArrayList<>();

    public static void run(Consumer<Context> program) {
        program.accept(new Context());
    }

    /** Drops null inputs. */
    public static void note(String type, String name, Map<String, Object> inputs) {
        var kept = new TreeMap<>(inputs);
        kept.values().removeIf(value -> value == null);
        MADE.add(Map.of("type", type, "name", name, "inputs", entries(kept)));
    }

    private static Object plain(Object value) {
        if (value instanceof com.pulumi.core.Output) return plain(((com.pulumi.core.Output<?>) value).value);
        if (value instanceof Map) return entries((Map<?, ?>) value);
        if (!(value instanceof List)) return value;
        var items = new ArrayList<>();
        for (var item : (List<?>) value) items.add(plain(item));
        return items;
    }

    private static Map<String, Object> entries(Map<?, ?> map) {
        var all = new ArrayList<>();
        map.forEach((key, value) -> all.add(List.of(key, plain(value))));
        return Map.of("entries", all);
    }
}
