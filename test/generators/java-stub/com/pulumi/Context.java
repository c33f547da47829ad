package com.pulumi;

public class Context {}
