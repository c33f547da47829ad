// An SDK for unusual programs, whose properties accept any value.
using System;
using System.Collections;
using System.Collections.Generic;
using Pulumi.Serialization;

namespace Pulumi.Sim.A
{
    public sealed class First : CustomResource
    {
        [Output("out")]
        public Output<string> Out { get; private set; }

        public First(string name, FirstArgs args = null, CustomResourceOptions options = null)
            : base("a.First", name, args ?? new FirstArgs(), options)
        {
            Out = Output.Create("<<a.First|out>>");
        }
    }

    public sealed class FirstArgs : ResourceArgs { }

    public sealed class Second : CustomResource
    {
        public Second(string name, SecondArgs args = null, CustomResourceOptions options = null)
            : base("a.Second", name, args ?? new SecondArgs(), options)
        {
        }
    }

    public sealed class SecondArgs : ResourceArgs
    {
        [Input("p0")]
        private Loose p0;
        [Input("p1")]
        private Loose p1;
        [Input("p2")]
        private Loose p2;
        [Input("p3")]
        private Loose p3;

        public Loose P0 { get => p0 ?? (p0 = new Loose()); set => p0 = value; }
        public Loose P1 { get => p1 ?? (p1 = new Loose()); set => p1 = value; }
        public Loose P2 { get => p2 ?? (p2 = new Loose()); set => p2 = value; }
        public Loose P3 { get => p3 ?? (p3 = new Loose()); set => p3 = value; }
    }

    public sealed class All : CustomResource
    {
        public All(string name, AllArgs args = null, CustomResourceOptions options = null)
            : base("a.All", name, args ?? new AllArgs(), options)
        {
        }
    }

    public sealed class AllArgs : ResourceArgs
    {
        [Input("texts")]
        private InputList<object> texts;

        public InputList<object> Texts { get => texts ?? (texts = new InputList<object>()); set => texts = value; }
    }

    public sealed class Loose : IEnumerable, IInput
    {
        private readonly Dictionary<string, object> entries = new Dictionary<string, object>();
        private object value;

        public void Add(string key, object entry)
        {
            entries.Add(key, entry);
            value = entries;
        }

        public static implicit operator Loose(Nothing nothing) => new Loose();

        public static implicit operator Loose(string value) => new Loose { value = value };

        public static implicit operator Loose(bool value) => new Loose { value = value };

        public static implicit operator Loose(double value) => new Loose { value = value };

        public static implicit operator Loose(object[] value) => new Loose { value = value };

        public static implicit operator Loose(Output<string> value) => new Loose { value = value };

        IOutput IInput.ToOutput() => Output.Create(value ?? new object[0]);

        IEnumerator IEnumerable.GetEnumerator() => throw new NotSupportedException();
    }
}
