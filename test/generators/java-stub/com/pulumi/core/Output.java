package com.pulumi.core;

import java.util.function.Function;

/** A known output. */
public class Output<T> {

    public final T value;

    public Output(T value) {
        this.value = value;
    }

    public <U> Output<U> applyValue(Function<T, U> change) {
        return new Output<>(change.apply(value));
    }

    public static Output<String> format(String format, Object... args) {
        return new Output<>(String.format(format, args));
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
