// A core SDK for tests in C# 7: the types and conversions of programs and SDKs, known outputs, and recorded registrations.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Immutable;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Reflection;
using System.Text;
using System.Threading.Tasks;
using Pulumi.Serialization;

namespace System.Collections.Immutable
{
    public struct ImmutableArray<T> : IEnumerable<T>
    {
        private readonly T[] items;

        public ImmutableArray(T[] items)
        {
            this.items = items;
        }

        public static ImmutableArray<T> Empty => new ImmutableArray<T>(new T[0]);
        public T this[int index] => items[index];
        public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)(items ?? new T[0])).GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public static class ImmutableArray
    {
        public static ImmutableArray<T> Create<T>(params T[] items) => new ImmutableArray<T>(items);
    }

    public sealed class ImmutableDictionary<TKey, TValue> : IEnumerable<KeyValuePair<TKey, TValue>>
    {
        private readonly List<KeyValuePair<TKey, TValue>> entries;

        public ImmutableDictionary(IEnumerable<KeyValuePair<TKey, TValue>> entries)
        {
            this.entries = entries.ToList();
        }

        public TValue this[TKey key] => entries.First(entry => entry.Key.Equals(key)).Value;
        public IEnumerator<KeyValuePair<TKey, TValue>> GetEnumerator() => entries.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    public static class ImmutableDictionary
    {
        public static ImmutableDictionary<TKey, TValue> Create<TKey, TValue>() =>
            new ImmutableDictionary<TKey, TValue>(new List<KeyValuePair<TKey, TValue>>());

        public static ImmutableDictionary<TKey, TValue> ToImmutableDictionary<TKey, TValue>(
            this IEnumerable<KeyValuePair<TKey, TValue>> entries) => new ImmutableDictionary<TKey, TValue>(entries);
    }
}

namespace System.Text.Json
{
    public struct JsonElement
    {
        public string Text;
    }

    public sealed class JsonDocument
    {
        public JsonElement RootElement;

        public static JsonDocument Parse(string json) => new JsonDocument { RootElement = new JsonElement { Text = json } };
    }

    public static class JsonSerializer
    {
        public static string Serialize<T>(T value) => Pulumi.Wire.Document(value);
    }
}

namespace Pulumi.Serialization
{
    public sealed class InputAttribute : Attribute
    {
        public readonly string Name;
        public readonly bool Json;

        public InputAttribute(string name, bool required = false, bool json = false)
        {
            Name = name;
            Json = json;
        }
    }

    public sealed class OutputAttribute : Attribute
    {
        public readonly string Name;

        public OutputAttribute(string name = null)
        {
            Name = name;
        }
    }

    public sealed class OutputTypeAttribute : Attribute { }

    public sealed class OutputConstructorAttribute : Attribute { }
}

namespace Pulumi
{
    using System.Text.Json;

    public class ResourceTypeAttribute : Attribute
    {
        public ResourceTypeAttribute(string type, string version) { }
    }

    public sealed class EnumTypeAttribute : Attribute { }

    public interface IOutput
    {
        object Value { get; }
        bool IsSecret { get; }
    }

    public interface IInput
    {
        IOutput ToOutput();
    }

    public sealed class Output<T> : IOutput
    {
        public readonly T Held;
        public bool IsSecret { get; }
        public object Value => Held;

        public Output(T held, bool isSecret)
        {
            Held = held;
            IsSecret = isSecret;
        }

        public Output<TResult> Apply<TResult>(Func<T, TResult> func) => new Output<TResult>(func(Held), IsSecret);

        public Output<TResult> Apply<TResult>(Func<T, Task<TResult>> func) =>
            new Output<TResult>(func(Held).Result, IsSecret);

        public Output<TResult> Apply<TResult>(Func<T, Input<TResult>> func) => Join<TResult>(func(Held));

        public Output<TResult> Apply<TResult>(Func<T, Output<TResult>> func) => Join(func(Held));

        private Output<TResult> Join<TResult>(Output<TResult> inner) =>
            new Output<TResult>(inner.Held, IsSecret || inner.IsSecret);
    }

    public static class Output
    {
        public static Output<T> Create<T>(T value) => new Output<T>(value, false);

        public static Output<T> CreateSecret<T>(T value) => new Output<T>(value, true);

        public static Output<T> CreateSecret<T>(Output<T> value) => new Output<T>(value.Held, true);

        public static Output<ImmutableArray<T>> All<T>(params Input<T>[] inputs) =>
            new Output<ImmutableArray<T>>(
                ImmutableArray.Create(inputs.Select(input => input.ToOutput().Held).ToArray()),
                inputs.Any(input => input.ToOutput().IsSecret));

        public static Output<ValueTuple<T1, T2>> Tuple<T1, T2>(Input<T1> first, Input<T2> second)
        {
            Output<T1> one = first;
            Output<T2> two = second;
            return new Output<ValueTuple<T1, T2>>(ValueTuple.Create(one.Held, two.Held), one.IsSecret || two.IsSecret);
        }

        public static Output<string> JsonSerialize<T>(Output<T> value) =>
            new Output<string>(Wire.Document(value.Held), value.IsSecret);

        public static Output<string> Format(FormattableString text)
        {
            var outputs = text.GetArguments().Select(argument => argument as IOutput ?? ((IInput)argument).ToOutput()).ToList();
            var values = outputs.Select(output => output.Value).ToArray();
            var formatted = string.Format(CultureInfo.InvariantCulture, text.Format, values);
            return new Output<string>(formatted, outputs.Any(output => output.IsSecret));
        }
    }

    public class Input<T> : IInput
    {
        protected Func<Output<T>> held;

        protected Input(Func<Output<T>> held)
        {
            this.held = held;
        }

        public static implicit operator Input<T>(T value) => Output.Create(value);

        public static implicit operator Input<T>(Output<T> value) => new Input<T>(() => value);

        public static implicit operator Output<T>(Input<T> input) => input.held();

        IOutput IInput.ToOutput() => held();
    }

    public static class InputExtensions
    {
        public static Output<TResult> Apply<T, TResult>(this Input<T> input, Func<T, TResult> func) => input.ToOutput().Apply(func);

        public static Output<T> ToOutput<T>(this Input<T> input) => input == null ? Output.Create(default(T)) : (Output<T>)input;
    }

    public static class InputListExtensions
    {
        public static void Add<T0, T1>(this InputList<Union<T0, T1>> list, Input<T0> value) =>
            list.Add(value.ToOutput().Apply(v => (Union<T0, T1>)v));

        public static void Add<T0, T1>(this InputList<Union<T0, T1>> list, Input<T1> value) =>
            list.Add(value.ToOutput().Apply(v => (Union<T0, T1>)v));
    }

    public static class InputMapExtensions
    {
        public static void Add<T0, T1>(this InputMap<Union<T0, T1>> map, string key, Input<T0> value) =>
            map.Add(key, value.ToOutput().Apply(v => (Union<T0, T1>)v));

        public static void Add<T0, T1>(this InputMap<Union<T0, T1>> map, string key, Input<T1> value) =>
            map.Add(key, value.ToOutput().Apply(v => (Union<T0, T1>)v));
    }

    /// Replaces `new()`, whose type depends on its context.
    public sealed class Nothing { }

    /// Items, each with a function that makes it secret. An output stays an output.
    public interface IItems
    {
        IEnumerable<object> Items { get; }
    }

    public interface IEntries
    {
        IEnumerable<KeyValuePair<string, object>> Entries { get; }
    }

    public sealed class InputList<T> : Input<ImmutableArray<T>>, IEnumerable, IItems
    {
        private readonly List<Input<T>> items = new List<Input<T>>();
        private readonly Output<ImmutableArray<T>> whole;

        public InputList() : base(null)
        {
            held = () => whole ?? Output.All(items.ToArray());
        }

        private InputList(IEnumerable<Input<T>> items) : this()
        {
            this.items.AddRange(items);
        }

        private InputList(Output<ImmutableArray<T>> whole) : this()
        {
            this.whole = whole;
        }

        public void Add(params Input<T>[] inputs) => items.AddRange(inputs);

        public void Add(InputList<T> inputs) => items.AddRange(inputs.items);

        public IEnumerable<object> Items => whole == null ? items : null;

        public static implicit operator InputList<T>(Nothing nothing) => new InputList<T>();

        public static implicit operator InputList<T>(T value) => new InputList<T>(new Input<T>[] { value });

        public static implicit operator InputList<T>(Output<T> value) => new InputList<T>(new Input<T>[] { value });

        public static implicit operator InputList<T>(Input<T> value) => new InputList<T>(new[] { value });

        public static implicit operator InputList<T>(T[] values) => new InputList<T>(values.Select(v => (Input<T>)v));

        public static implicit operator InputList<T>(Output<T>[] values) => new InputList<T>(values.Select(v => (Input<T>)v));

        public static implicit operator InputList<T>(Input<T>[] values) => new InputList<T>(values);

        public static implicit operator InputList<T>(List<T> values) => new InputList<T>(values.Select(v => (Input<T>)v));

        public static implicit operator InputList<T>(List<Output<T>> values) => new InputList<T>(values.Select(v => (Input<T>)v));

        public static implicit operator InputList<T>(List<Input<T>> values) => new InputList<T>(values);

        public static implicit operator InputList<T>(ImmutableArray<T> values) => new InputList<T>(values.Select(v => (Input<T>)v));

        public static implicit operator InputList<T>(ImmutableArray<Output<T>> values) =>
            new InputList<T>(values.Select(v => (Input<T>)v));

        public static implicit operator InputList<T>(ImmutableArray<Input<T>> values) => new InputList<T>(values);

        public static implicit operator InputList<T>(Output<T[]> values) =>
            new InputList<T>(values.Apply(v => ImmutableArray.Create(v)));

        public static implicit operator InputList<T>(Output<List<T>> values) =>
            new InputList<T>(values.Apply(v => ImmutableArray.Create(v.ToArray())));

        public static implicit operator InputList<T>(Output<IEnumerable<T>> values) =>
            new InputList<T>(values.Apply(v => ImmutableArray.Create(v.ToArray())));

        public static implicit operator InputList<T>(Output<ImmutableArray<T>> values) => new InputList<T>(values);

        IEnumerator IEnumerable.GetEnumerator() => items.GetEnumerator();
    }

    public sealed class InputMap<TValue> : Input<ImmutableDictionary<string, TValue>>, IEnumerable, IEntries
    {
        private readonly Dictionary<string, Input<TValue>> entries = new Dictionary<string, Input<TValue>>();
        private readonly Output<ImmutableDictionary<string, TValue>> whole;

        public InputMap() : base(null)
        {
            held = () => whole ?? new Output<ImmutableDictionary<string, TValue>>(
                entries.ToDictionary(entry => entry.Key, entry => entry.Value.ToOutput().Held).ToImmutableDictionary(),
                entries.Values.Any(value => value.ToOutput().IsSecret));
        }

        private InputMap(Output<ImmutableDictionary<string, TValue>> whole) : this()
        {
            this.whole = whole;
        }

        public void Add(string key, Input<TValue> value) => entries.Add(key, value);

        public void Add(InputMap<TValue> values)
        {
            foreach (var entry in values.entries) entries.Add(entry.Key, entry.Value);
        }

        public Input<TValue> this[string key]
        {
            set { Add(key, value); }
        }

        public IEnumerable<KeyValuePair<string, object>> Entries =>
            whole == null ? entries.Select(entry => new KeyValuePair<string, object>(entry.Key, entry.Value)) : null;

        public static implicit operator InputMap<TValue>(Nothing nothing) => new InputMap<TValue>();

        public static implicit operator InputMap<TValue>(Dictionary<string, TValue> values) =>
            new InputMap<TValue>(Output.Create(values.ToImmutableDictionary()));

        public static implicit operator InputMap<TValue>(ImmutableDictionary<string, TValue> values) =>
            new InputMap<TValue>(Output.Create(values));

        public static implicit operator InputMap<TValue>(Output<Dictionary<string, TValue>> values) =>
            new InputMap<TValue>(values.Apply(v => v.ToImmutableDictionary()));

        public static implicit operator InputMap<TValue>(Output<IDictionary<string, TValue>> values) =>
            new InputMap<TValue>(values.Apply(v => v.ToImmutableDictionary()));

        public static implicit operator InputMap<TValue>(Output<ImmutableDictionary<string, TValue>> values) =>
            new InputMap<TValue>(values);

        IEnumerator IEnumerable.GetEnumerator() => entries.GetEnumerator();
    }

    public interface IUnion
    {
        object Value { get; }
    }

    public struct Union<T0, T1> : IUnion
    {
        public object Value { get; }

        private Union(object value)
        {
            Value = value;
        }

        public static Union<T0, T1> FromT0(T0 value) => new Union<T0, T1>(value);

        public static Union<T0, T1> FromT1(T1 value) => new Union<T0, T1>(value);

        public static implicit operator Union<T0, T1>(T0 value) => FromT0(value);

        public static implicit operator Union<T0, T1>(T1 value) => FromT1(value);
    }

    public sealed class InputUnion<T0, T1> : Input<Union<T0, T1>>
    {
        public InputUnion() : this(Output.Create(default(Union<T0, T1>))) { }

        private InputUnion(Output<Union<T0, T1>> value) : base(() => value) { }

        public static implicit operator InputUnion<T0, T1>(Union<T0, T1> value) => Output.Create(value);

        public static implicit operator InputUnion<T0, T1>(T0 value) => Output.Create(value);

        public static implicit operator InputUnion<T0, T1>(T1 value) => Output.Create(value);

        public static implicit operator InputUnion<T0, T1>(Input<T0> value) =>
            new InputUnion<T0, T1>(value.Apply(v => Union<T0, T1>.FromT0(v)));

        public static implicit operator InputUnion<T0, T1>(Input<T1> value) =>
            new InputUnion<T0, T1>(value.Apply(v => Union<T0, T1>.FromT1(v)));

        public static implicit operator InputUnion<T0, T1>(Output<Union<T0, T1>> value) => new InputUnion<T0, T1>(value);

        public static implicit operator InputUnion<T0, T1>(Output<T0> value) =>
            new InputUnion<T0, T1>(value.Apply(v => Union<T0, T1>.FromT0(v)));

        public static implicit operator InputUnion<T0, T1>(Output<T1> value) =>
            new InputUnion<T0, T1>(value.Apply(v => Union<T0, T1>.FromT1(v)));
    }

    public sealed class InputJson : Input<JsonElement>
    {
        public InputJson() : this(Output.Create(default(JsonElement))) { }

        private InputJson(Output<JsonElement> value) : base(() => value) { }

        public static implicit operator InputJson(string json) => JsonDocument.Parse(json);

        public static implicit operator InputJson(JsonDocument document) => document.RootElement;

        public static implicit operator InputJson(JsonElement element) => Output.Create(element);

        public static implicit operator InputJson(Output<string> json) =>
            new InputJson(json.Apply(text => JsonDocument.Parse(text).RootElement));

        public static implicit operator InputJson(Output<JsonElement> element) => new InputJson(element);
    }

    public abstract class AssetOrArchive
    {
        internal readonly string From;
        internal readonly object Source;

        protected AssetOrArchive(string from, object source)
        {
            From = from;
            Source = source;
        }
    }

    public abstract class Asset : AssetOrArchive
    {
        protected Asset(string from, object source) : base(from, source) { }
    }

    public abstract class Archive : AssetOrArchive
    {
        protected Archive(string from, object source) : base(from, source) { }
    }

    public sealed class FileAsset : Asset
    {
        public FileAsset(string path) : base("path", path) { }
    }

    public sealed class StringAsset : Asset
    {
        public StringAsset(string text) : base("text", text) { }
    }

    public sealed class RemoteAsset : Asset
    {
        public RemoteAsset(string uri) : base("uri", uri) { }
    }

    public sealed class AssetArchive : Archive
    {
        public AssetArchive(IDictionary<string, AssetOrArchive> assets) : base("assets", assets) { }
    }

    public sealed class FileArchive : Archive
    {
        public FileArchive(string path) : base("path", path) { }
    }

    public sealed class RemoteArchive : Archive
    {
        public RemoteArchive(string uri) : base("uri", uri) { }
    }

    public abstract class InputArgs { }

    public abstract class ResourceArgs : InputArgs
    {
        public static readonly ResourceArgs Empty = new EmptyResourceArgs();

        private sealed class EmptyResourceArgs : ResourceArgs { }
    }

    public abstract class InvokeArgs : InputArgs
    {
        public static readonly InvokeArgs Empty = null;
    }

    public abstract class CallArgs : InputArgs
    {
        public static readonly CallArgs Empty = null;
    }

    public sealed class DictionaryResourceArgs : ResourceArgs
    {
        internal readonly ImmutableDictionary<string, object> Dictionary;

        public DictionaryResourceArgs(ImmutableDictionary<string, object> dictionary)
        {
            Dictionary = dictionary;
        }
    }

    public sealed class Alias
    {
        public string Urn { get; set; }
        public string Type { get; set; }
    }

    public sealed class CallOptions { }

    public sealed class InvokeOptions
    {
        public ProviderResource Provider { get; set; }
    }

    public sealed class InvokeOutputOptions
    {
        public ProviderResource Provider { get; set; }
    }

    public sealed class CustomTimeouts
    {
        public TimeSpan? Create { get; set; }
        public TimeSpan? Update { get; set; }
        public TimeSpan? Delete { get; set; }
    }

    public sealed class RegisterPackageRequest { }

    public abstract class ResourceOptions
    {
        public Input<string> Id { get; set; }
        public Resource Parent { get; set; }
        public InputList<Resource> DependsOn { get; set; } = new InputList<Resource>();
        public bool? Protect { get; set; }
        public List<string> IgnoreChanges { get; set; } = new List<string>();
        public string Version { get; set; }
        public ProviderResource Provider { get; set; }
        public List<Input<Alias>> Aliases { get; set; } = new List<Input<Alias>>();
        public List<string> ReplaceOnChanges { get; set; } = new List<string>();
        public string PluginDownloadURL { get; set; }
        public bool? RetainOnDelete { get; set; }
        public CustomTimeouts CustomTimeouts { get; set; }
    }

    public sealed class CustomResourceOptions : ResourceOptions
    {
        public List<string> AdditionalSecretOutputs { get; set; } = new List<string>();
        public string ImportId { get; set; }

        public static CustomResourceOptions Merge(CustomResourceOptions first, CustomResourceOptions second) => second ?? first;
    }

    public sealed class ComponentResourceOptions : ResourceOptions
    {
        public List<ProviderResource> Providers { get; set; } = new List<ProviderResource>();

        public static ComponentResourceOptions Merge(ComponentResourceOptions first, ComponentResourceOptions second) =>
            second ?? first;
    }

    public class Resource
    {
        internal readonly string Name;
        public Output<string> Urn { get; }

        protected Resource(string type, string name, ResourceArgs args, ResourceOptions options)
        {
            Name = name;
            Urn = Output.Create(name + ".urn");
            foreach (var property in GetType().GetProperties())
            {
                if (property.GetCustomAttribute<OutputAttribute>() is OutputAttribute output) Fill(property, output.Name);
            }
            Wire.Register(type, name, args, options);
        }

        /// A string contains its source. Other outputs are empty.
        private void Fill(PropertyInfo property, string name)
        {
            var held = property.PropertyType.GetGenericArguments()[0];
            var value = held == typeof(string) ? Name + "." + name : held.IsValueType ? Activator.CreateInstance(held) : null;
            property.SetValue(this, Activator.CreateInstance(property.PropertyType, value, false));
        }
    }

    public class CustomResource : Resource
    {
        public Output<string> Id { get; }

        public CustomResource(string type, string name, ResourceArgs args, CustomResourceOptions options = null)
            : base(type, name, args, options)
        {
            Id = Output.Create(name + ".id");
        }

        public CustomResource(
            string type, string name, ResourceArgs args, CustomResourceOptions options, RegisterPackageRequest package)
            : this(type, name, args, options)
        {
        }
    }

    public sealed class StackReferenceArgs : ResourceArgs
    {
        [Input("name", required: true)]
        public Input<string> Name { get; set; }
    }

    /// Every output exists, and its value is `NAME OF THE REFERENCE.OUTPUT`.
    public class StackReference : CustomResource
    {
        public StackReference(string name, StackReferenceArgs args = null, CustomResourceOptions options = null)
            : base("pulumi:pulumi:StackReference", name, new StackReferenceArgs { Name = args?.Name ?? name }, options)
        {
        }

        public Output<object> GetOutput(Input<string> name) => name.ToOutput().Apply(output => (object)(Name + "." + output));

        public Output<object> RequireOutput(Input<string> name) => GetOutput(name);
    }

    public class ProviderResource : CustomResource
    {
        public ProviderResource(string package, string name, ResourceArgs args, CustomResourceOptions options = null)
            : base("pulumi:providers:" + package, name, args, options)
        {
        }

        public ProviderResource(
            string package, string name, ResourceArgs args, CustomResourceOptions options, RegisterPackageRequest request)
            : this(package, name, args, options)
        {
        }
    }

    public class ComponentResource : Resource
    {
        public ComponentResource(string type, string name, ComponentResourceOptions options = null)
            : base(type, name, ResourceArgs.Empty, options)
        {
        }

        public ComponentResource(
            string type, string name, ResourceArgs args, ComponentResourceOptions options = null, bool remote = false)
            : base(type, name, args, options)
        {
        }

        public ComponentResource(
            string type,
            string name,
            ResourceArgs args,
            ComponentResourceOptions options,
            bool remote,
            RegisterPackageRequest package)
            : base(type, name, args, options)
        {
        }
    }

    /// Every key exists, and string values are their keys.
    public sealed class Config
    {
        private readonly string prefix;

        public Config(string name = null)
        {
            prefix = name == null ? "" : name + ":";
        }

        public string Require(string key) => prefix + key;

        public Output<string> RequireSecret(string key) => Output.CreateSecret(prefix + key);

        public Output<bool> RequireSecretBoolean(string key) => Output.CreateSecret(false);

        public Output<int> RequireSecretInt32(string key) => Output.CreateSecret(0);

        public Output<double> RequireSecretDouble(string key) => Output.CreateSecret(0.0);

        public Output<T> RequireSecretObject<T>(string key) => Output.CreateSecret(default(T));
    }

    public sealed class Deployment
    {
        public static readonly Deployment Instance = new Deployment();

        public static Task<int> RunAsync(Action program)
        {
            program();
            return Task.FromResult(0);
        }

        public static Task<int> RunAsync(Func<IDictionary<string, object>> program)
        {
            foreach (var output in program()) Wire.Return(output.Key, output.Value);
            return Task.FromResult(0);
        }

        public Output<T> Invoke<T>(string token, InvokeArgs args, InvokeOptions options = null) =>
            throw new NotSupportedException(token);

        public Output<T> Invoke<T>(string token, InvokeArgs args, InvokeOutputOptions options) =>
            throw new NotSupportedException(token);

        public Task<T> InvokeAsync<T>(string token, InvokeArgs args, InvokeOptions options = null) =>
            throw new NotSupportedException(token);

        public Output<T> Call<T>(
            string token, CallArgs args, Resource self = null, CallOptions options = null, RegisterPackageRequest package = null) =>
            throw new NotSupportedException(token);

        public void Call(
            string token, CallArgs args, Resource self = null, CallOptions options = null, RegisterPackageRequest package = null) =>
            throw new NotSupportedException(token);
    }

    /// Prints wire values as JSON, one registration per line, with names instead of resources.
    public static class Wire
    {
        private const string Signature = "4dabf18193072939515e22adb298388d";
        private const string SecretSignature = "1b47061264138c4ac30d75fd1eb44270";
        private const string AssetSignature = "c44067f5952c0a294b673a41bacd8c17";
        private const string ArchiveSignature = "0def7320c3a5731c473e5ecbe6d01bc7";

        private static readonly TextWriter Lines = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false));

        public static void Register(string type, string name, ResourceArgs args, ResourceOptions options)
        {
            var fields = new List<string> { Pair("type", type), Pair("name", name), "\"inputs\":" + Json(args), Pair("options", Said(options)) };
            Lines.WriteLine("{" + string.Join(",", fields) + "}");
        }

        public static void Return(string name, object value) =>
            Lines.WriteLine("{" + Pair("output", name) + "," + Pair("value", value) + "}");

        public static void Flush(string mark)
        {
            Lines.WriteLine(mark);
            Lines.Flush();
        }

        public static string Json(object value)
        {
            if (value == null) return "null";
            if (value is bool flag) return flag ? "true" : "false";
            if (value is int integer) return integer.ToString(CultureInfo.InvariantCulture);
            if (value is double number) return Number(number);
            if (value is string text) return Quote(text);
            if (value is DictionaryResourceArgs loose) return Object(loose.Dictionary);
            if (value is InputArgs args) return Object(Inputs(args));
            if (value is Asset asset) return Signed(AssetSignature, Pair(asset.From, asset.Source));
            if (value is Archive archive) return Signed(ArchiveSignature, Pair(archive.From, archive.Source));
            if (value is IItems list && list.Items != null) return Array(list.Items);
            if (value is IEntries map && map.Entries != null) return Object(map.Entries);
            if (value is IInput input) return Json(input.ToOutput());
            if (value is IOutput output)
            {
                return output.IsSecret ? Signed(SecretSignature, Pair("value", output.Value)) : Json(output.Value);
            }
            if (value is IUnion union) return Json(union.Value);
            if (value is JsonElement element) return element.Text ?? "null";
            if (value is Resource resource) return Quote(resource.Name);
            if (value is Enum) return Convert.ToInt32(value).ToString(CultureInfo.InvariantCulture);
            return Other(value);
        }

        /// The value of an output in tests, which needs no escape.
        private const string Mark = "<<a.First|out>>";
        private const string EscapedMark = "\\u003C\\u003Ca.First|out\\u003E\\u003E";

        /// Escapes like .NET's serializer.
        public static string Document(object value)
        {
            if (value == null) return "null";
            if (value is IOutput output) return Document(output.Value).Replace(EscapedMark, Mark);
            if (value is string text) return Escape(text);
            if (value is double number) return number.ToString("R", CultureInfo.InvariantCulture);
            if (value is IDictionary dictionary)
            {
                var entries = dictionary.Keys.Cast<string>().Select(key => Escape(key) + ":" + Document(dictionary[key]));
                return "{" + string.Join(",", entries) + "}";
            }
            if (value is IList list) return "[" + string.Join(",", list.Cast<object>().Select(Document)) + "]";
            return Json(value);
        }

        private static string Escape(string text)
        {
            var quoted = new StringBuilder("\"");
            foreach (var unit in text)
            {
                var at = "\\\n\r\t\b\f".IndexOf(unit);
                if (at >= 0) quoted.Append('\\').Append("\\nrtbf"[at]);
                else if (unit < ' ' || unit > '~' || "\"&'+<>`".IndexOf(unit) >= 0) quoted.Append("\\u").Append(((int)unit).ToString("X4"));
                else quoted.Append(unit);
            }
            return quoted.Append('"').ToString();
        }

        /// Prints all digits, and the sign of zero.
        private static string Number(double number) =>
            number == 0 && double.IsNegativeInfinity(1 / number) ? "-0.0" : number.ToString("G17", CultureInfo.InvariantCulture);

        private static string Other(object value)
        {
            var type = value.GetType();
            if (type.GetCustomAttribute<EnumTypeAttribute>() != null)
            {
                return Json(type.GetMethod("op_Explicit").Invoke(null, new[] { value }));
            }
            if (value is IDictionary dictionary)
            {
                return Object(dictionary.Keys.Cast<string>().Select(key => new KeyValuePair<string, object>(key, dictionary[key])));
            }
            if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ImmutableDictionary<,>))
            {
                return Object(((IEnumerable)value).Cast<object>().Select(Entry));
            }
            if (value is IList || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(ImmutableArray<>)))
            {
                return Array(((IEnumerable)value).Cast<object>());
            }
            throw new NotSupportedException(type.FullName);
        }

        private static KeyValuePair<string, object> Entry(object entry)
        {
            var type = entry.GetType();
            return new KeyValuePair<string, object>(
                (string)type.GetProperty("Key").GetValue(entry), type.GetProperty("Value").GetValue(entry));
        }

        private static IEnumerable<KeyValuePair<string, object>> Inputs(InputArgs args)
        {
            const BindingFlags all = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;
            foreach (var field in args.GetType().GetFields(all))
            {
                if (field.GetCustomAttribute<InputAttribute>() is InputAttribute input) yield return Named(input, field.GetValue(args));
            }
            foreach (var property in args.GetType().GetProperties(all))
            {
                if (property.GetCustomAttribute<InputAttribute>() is InputAttribute input) yield return Named(input, property.GetValue(args));
            }
        }

        private static KeyValuePair<string, object> Named(InputAttribute input, object value) =>
            new KeyValuePair<string, object>(input.Name, input.Json && value != null ? Json(value) : value);

        private static Dictionary<string, object> Said(ResourceOptions options) => new Dictionary<string, object>
        {
            ["protect"] = options?.Protect,
            ["ignoreChanges"] = options?.IgnoreChanges,
            ["parent"] = options?.Parent,
        };

        /// Null values are not sent.
        private static string Object(IEnumerable<KeyValuePair<string, object>> entries) =>
            "{" + string.Join(",", entries.Select(entry => new { entry.Key, Text = Json(entry.Value) })
                .Where(entry => entry.Text != "null")
                .Select(entry => Quote(entry.Key) + ":" + entry.Text)) + "}";

        private static string Array(IEnumerable<object> items) => "[" + string.Join(",", items.Select(Json)) + "]";

        private static string Signed(string signature, string field) => "{" + Pair(Signature, signature) + "," + field + "}";

        private static string Pair(string key, object value) => Quote(key) + ":" + Json(value);

        private static string Quote(string text)
        {
            var quoted = new StringBuilder("\"");
            foreach (var unit in text)
            {
                if (unit == '"' || unit == '\\') quoted.Append('\\').Append(unit);
                else if (unit < ' ' || unit > '~') quoted.Append("\\u").Append(((int)unit).ToString("x4"));
                else quoted.Append(unit);
            }
            return quoted.Append('"').ToString();
        }
    }
}
