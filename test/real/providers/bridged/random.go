package main

import (
	"context"
	"fmt"
	"math/rand"
	"sort"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
)

type overrides = map[string]*tfbridge.SchemaInfo

// random returns a provider of types with random schemas. Each type has one object with the id "object" and valid random values.
func random(seed int64, types int) (*schema.Provider, map[string]overrides) {
	provider := &schema.Provider{ResourcesMap: map[string]*schema.Resource{}}
	fields := map[string]overrides{}
	for index := range types {
		name := fmt.Sprintf("bridged_t%d", index)
		draw := drawer{rand.New(rand.NewSource(seed*1_000_003 + int64(index)))}
		attributes, renamed := draw.attributes(outermost)
		draw.exclude(attributes)
		object := draw.object(attributes)
		// The bridge generates missing names, so each object must have a name.
		if name, isNamed := attributes["name"], object["name"] != nil; !isNamed && name != nil && name.Type == schema.TypeString &&
			name.ConflictsWith == nil && name.ExactlyOneOf == nil {
			object["name"] = draw.scalar(name.Type)
		}
		provider.ResourcesMap[name] = resource(attributes, object)
		fields[name] = renamed
	}
	return provider, fields
}

func resource(attributes map[string]*schema.Schema, object map[string]any) *schema.Resource {
	read := func(_ context.Context, data *schema.ResourceData, _ any) diag.Diagnostics {
		for name, value := range object {
			if err := data.Set(name, value); err != nil {
				return diag.FromErr(err)
			}
		}
		return nil
	}
	ignore := func(context.Context, *schema.ResourceData, any) diag.Diagnostics { return nil }
	made := &schema.Resource{
		Schema: attributes,
		CreateContext: func(_ context.Context, data *schema.ResourceData, _ any) diag.Diagnostics {
			data.SetId("object")
			return nil
		},
		ReadContext:   read,
		DeleteContext: ignore,
		Importer:      &schema.ResourceImporter{StateContext: schema.ImportStatePassthroughContext},
	}
	for _, attribute := range attributes {
		if !attribute.ForceNew && (attribute.Optional || attribute.Required) {
			made.UpdateContext = ignore
		}
	}
	return made
}

// The depth of attributes that are not in a block.
const outermost = 3

// The element type of maps in blocks. In sets, Terraform's SDK supports only maps of strings.
var textual = &schema.Schema{Type: schema.TypeString}

type drawer struct{ *rand.Rand }

func (draw drawer) oneIn(n int) bool { return draw.Intn(n) == 0 }

// Attribute names. Many of them have a meaning in a language, in Terraform, or in imp.
var words = []string{
	"name", "type", "class", "self", "lambda", "default", "func", "namespace", "async", "region", "size", "tags", "labels", "enabled",
	"description", "settings", "rule", "port", "ports", "policy", "owner", "alpha", "beta", "gamma", "delta", "owner_id", "arn", "url",
	"kind", "mode", "from", "to", "is", "get_value", "object", "string", "int", "args", "opts", "props", "inputs", "parent_id", "x_y_z",
	"version", "status", "timeout", "message", "content", "key", "value", "values", "keys", "items", "data", "result", "secret_text",
}

func (draw drawer) attributes(depth int) (map[string]*schema.Schema, overrides) {
	attributes, renamed := map[string]*schema.Schema{}, overrides{}
	seen := map[string]bool{}
	for range 1 + draw.Intn(8) {
		word := words[draw.Intn(len(words))]
		// tfgen pluralizes the names of lists, so two names must not differ only in a final s.
		if seen[word] || seen[word+"s"] || (len(word) > 1 && seen[word[:len(word)-1]]) {
			continue
		}
		seen[word] = true
		attribute, inside := draw.attribute(depth)
		attributes[word] = attribute
		if inside != nil {
			renamed[word] = inside
		}
		if draw.oneIn(25) {
			if inside == nil {
				renamed[word] = &tfbridge.SchemaInfo{}
			}
			renamed[word].Name = fmt.Sprintf("__%s", camel(word))
		}
	}
	if len(attributes) == 0 {
		attributes["alpha"] = &schema.Schema{Type: schema.TypeString, Optional: true}
	}
	return attributes, renamed
}

func camel(word string) string {
	result, up := "", false
	for _, letter := range word {
		switch {
		case letter == '_':
			up = true
		case up:
			result, up = result+string(letter-'a'+'A'), false
		default:
			result += string(letter)
		}
	}
	return result
}

func (draw drawer) attribute(depth int) (*schema.Schema, *tfbridge.SchemaInfo) {
	attribute := &schema.Schema{}
	var info *tfbridge.SchemaInfo
	kinds := 8
	if depth <= 0 {
		kinds = 5
	}
	switch draw.Intn(kinds) {
	case 0, 1, 2, 3:
		attribute.Type = draw.primitive()
	case 4:
		attribute.Type = schema.TypeMap
		attribute.Elem = &schema.Schema{Type: draw.primitive()}
		if depth < outermost {
			attribute.Elem = textual
		}
	default:
		attribute.Type = []schema.ValueType{schema.TypeList, schema.TypeSet}[draw.Intn(2)]
		attribute.Elem, info = draw.element(depth - 1)
		// The bridge replaces a list of at most one element with the element, which must not be a list.
		if !isList(attribute.Elem) && draw.oneIn(3) {
			attribute.MaxItems = 1
		} else if draw.oneIn(5) {
			attribute.MinItems, attribute.MaxItems = 1, 3
		}
	}
	switch draw.Intn(6) {
	case 0:
		attribute.Required = true
	case 1:
		attribute.Computed = true
		attribute.MinItems, attribute.MaxItems = 0, 0
	case 2:
		attribute.Optional, attribute.Computed = true, true
	default:
		attribute.Optional = true
	}
	if attribute.Optional && !attribute.Computed && isPrimitive(attribute.Type) && draw.oneIn(4) {
		attribute.Default = draw.scalar(attribute.Type)
	}
	// Only primitives are secret: the bridge treats a secret block as one input, which includes computed attributes, and Java has no secret objects.
	if draw.oneIn(8) && isPrimitive(attribute.Type) {
		attribute.Sensitive = true
	}
	if (attribute.Optional || attribute.Required) && draw.oneIn(6) {
		attribute.ForceNew = true
	}
	return attribute, info
}

func isList(element any) bool {
	inside, ok := element.(*schema.Schema)
	return ok && inside.Type == schema.TypeList
}

func (draw drawer) primitive() schema.ValueType {
	return []schema.ValueType{schema.TypeString, schema.TypeString, schema.TypeInt, schema.TypeBool, schema.TypeFloat}[draw.Intn(5)]
}

func isPrimitive(kind schema.ValueType) bool {
	return kind == schema.TypeString || kind == schema.TypeInt || kind == schema.TypeBool || kind == schema.TypeFloat
}

// element draws the element of a list or set: scalars, maps, lists, or blocks.
func (draw drawer) element(depth int) (any, *tfbridge.SchemaInfo) {
	switch draw.Intn(6) {
	case 0, 1:
		return &schema.Schema{Type: draw.primitive()}, nil
	case 2:
		return &schema.Schema{Type: schema.TypeMap, Elem: textual}, nil
	case 3:
		return &schema.Schema{Type: schema.TypeList, Elem: &schema.Schema{Type: draw.primitive()}}, nil
	default:
		attributes, renamed := draw.attributes(depth)
		for _, attribute := range attributes {
			// Terraform's SDK allows defaults in blocks, but plans them incorrectly in sets.
			attribute.Default = nil
		}
		// Terraform treats a block without settable attributes as computed, so make one attribute optional.
		if first := attributes[sorted(attributes)[0]]; !hasSettable(attributes, attributes) {
			first.Computed, first.Optional = false, true
		}
		return &schema.Resource{Schema: attributes}, &tfbridge.SchemaInfo{Elem: &tfbridge.SchemaInfo{Fields: renamed}}
	}
}

// exclude makes two optional attributes mutually exclusive, in half of the cases.
func (draw drawer) exclude(attributes map[string]*schema.Schema) {
	free := []string{}
	for _, name := range sorted(attributes) {
		attribute := attributes[name]
		if attribute.Optional && !attribute.Computed && attribute.Default == nil && attribute.MinItems == 0 {
			free = append(free, name)
		}
	}
	if len(free) < 2 || draw.oneIn(2) {
		return
	}
	pair := free[:2]
	for index, name := range pair {
		if len(free)%2 == 0 {
			attributes[name].ExactlyOneOf = pair
		} else {
			attributes[name].ConflictsWith = []string{pair[1-index]}
		}
	}
}

// object draws the values of a created object, which Read returns.
func (draw drawer) object(attributes map[string]*schema.Schema) map[string]any {
	object := map[string]any{}
	excluded := map[string]bool{}
	for _, name := range sorted(attributes) {
		attribute := attributes[name]
		mustBe := attribute.Required || len(attribute.ExactlyOneOf) > 0
		switch {
		case excluded[name]:
			continue
		case attribute.Default != nil && draw.oneIn(2):
			object[name] = attribute.Default
		case mustBe || attribute.Computed || attribute.Default != nil || draw.Intn(3) > 0:
			object[name] = draw.value(attribute)
		}
		if _, has := object[name]; has {
			for _, other := range append(attribute.ConflictsWith, attribute.ExactlyOneOf...) {
				excluded[other] = true
			}
		}
	}
	return object
}

// value draws a non-empty value, because Terraform's SDK treats an empty value as missing.
func (draw drawer) value(attribute *schema.Schema) any {
	switch attribute.Type {
	case schema.TypeMap:
		entries := map[string]any{}
		for range 1 + draw.Intn(3) {
			entries[keys[draw.Intn(len(keys))]] = draw.scalar(attribute.Elem.(*schema.Schema).Type)
		}
		return entries
	case schema.TypeList, schema.TypeSet:
		length := 1 + draw.Intn(3)
		if attribute.MaxItems > 0 {
			length = min(length, attribute.MaxItems)
		}
		items, seen := []any{}, map[string]bool{}
		for range length {
			item := draw.item(attribute.Elem)
			if text := fmt.Sprint(item); !seen[text] {
				seen[text] = true
				items = append(items, item)
			}
		}
		if attribute.Type == schema.TypeSet {
			return schema.NewSet(hashOf(attribute.Elem), items)
		}
		return items
	default:
		return draw.scalar(attribute.Type)
	}
}

func hashOf(element any) schema.SchemaSetFunc {
	if block, ok := element.(*schema.Resource); ok {
		return schema.HashResource(block)
	}
	return schema.HashSchema(element.(*schema.Schema))
}

func (draw drawer) item(element any) any {
	switch element := element.(type) {
	case *schema.Resource:
		object := draw.object(element.Schema)
		if hasSettable(element.Schema, object) {
			return object
		}
		// A block exists only if one of its attributes is set.
		for _, name := range sorted(element.Schema) {
			if isSettable(element.Schema[name]) {
				object[name] = draw.value(element.Schema[name])
				return object
			}
		}
	case *schema.Schema:
		return draw.value(element)
	}
	panic("unreachable")
}

// hasSettable reports whether a program can set any of these attributes.
func hasSettable[V any](attributes map[string]*schema.Schema, names map[string]V) bool {
	for name := range names {
		if isSettable(attributes[name]) {
			return true
		}
	}
	return false
}

func isSettable(attribute *schema.Schema) bool { return attribute.Required || attribute.Optional }

// Map keys are data, even if they look like metadata.
var keys = []string{"a", "b", "Name", "my-key", "my.key", "a/b", "__own", "type", "constructor", "1"}

var texts = []string{"a", "text", "true", "12", "a b", "ü", "line\nline", "${x}", "\"quoted\"", "arn:aws:s3:::logs", "10.0.0.1", "%v", "{\"a\":1}", "back\\slash"}

func (draw drawer) scalar(kind schema.ValueType) any {
	switch kind {
	case schema.TypeString:
		return texts[draw.Intn(len(texts))]
	case schema.TypeInt:
		return 1 + draw.Intn(100)
	case schema.TypeFloat:
		return float64(1+draw.Intn(40)) / 4
	case schema.TypeBool:
		return true
	}
	panic(kind)
}

func sorted(attributes map[string]*schema.Schema) []string {
	names := []string{}
	for name := range attributes {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
