package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// content is a bound package in the form that the test compares: lists are sorted, and types are strings.
type content struct {
	Name             string            `json:"name"`
	Version          string            `json:"version"`
	Config           []property        `json:"config"`
	Provider         *resource         `json:"provider"`
	Resources        []resource        `json:"resources"`
	Functions        []function        `json:"functions"`
	Types            []any             `json:"types"`
	Parameterization *parameterization `json:"parameterization"`
	Extension        *parameterization `json:"extension"`
	Modules          map[string]string `json:"modules"`
}

type property struct {
	Name        string   `json:"name"`
	Type        string   `json:"type"`
	Required    bool     `json:"required"`
	Secret      bool     `json:"secret"`
	Plain       bool     `json:"plain"`
	Const       any      `json:"const"`
	Default     any      `json:"default"`
	Environment []string `json:"environment"`
	Replaces    bool     `json:"replaces"`
	WillReplace bool     `json:"willReplace"`
	Deprecated  string   `json:"deprecated"`
}

type resource struct {
	Token       string            `json:"token"`
	IsComponent bool              `json:"isComponent"`
	IsOverlay   bool              `json:"isOverlay"`
	Overlays    []string          `json:"overlays"`
	Inputs      []property        `json:"inputs"`
	Outputs     []property        `json:"outputs"`
	StateInputs *[]property       `json:"stateInputs"`
	ListInputs  *[]property       `json:"listInputs"`
	Aliases     []string          `json:"aliases"`
	Methods     map[string]string `json:"methods"`
	Deprecated  string            `json:"deprecated"`
}

type function struct {
	Token          string      `json:"token"`
	IsOverlay      bool        `json:"isOverlay"`
	IsMethod       bool        `json:"isMethod"`
	Inputs         *[]property `json:"inputs"`
	MultiArguments bool        `json:"multiArguments"`
	Returns        string      `json:"returns"`
	Outputs        *[]property `json:"outputs"`
	ReturnsPlain   bool        `json:"returnsPlain"`
	Plain          bool        `json:"plain"`
	Deprecated     string      `json:"deprecated"`
}

type object struct {
	Token      string     `json:"token"`
	IsOverlay  bool       `json:"isOverlay"`
	Properties []property `json:"properties"`
}

type enum struct {
	Token     string       `json:"token"`
	IsOverlay bool         `json:"isOverlay"`
	Element   string       `json:"element"`
	Members   []enumMember `json:"members"`
}

type enumMember struct {
	Name       string `json:"name"`
	Value      any    `json:"value"`
	Deprecated string `json:"deprecated"`
}

func contentOf(pkg *schema.Package) content {
	bound := content{
		Name: pkg.Name, Version: versionOf(pkg.Version), Config: propertiesOf(pkg.Config),
		Resources: []resource{}, Functions: []function{}, Types: []any{}, Modules: map[string]string{},
	}
	if p := pkg.Parameterization; p != nil {
		of := parameterizationOf(p.BasePlugin, p.Parameter)
		bound.Parameterization = &of
	}
	if p := pkg.ExtensionParameterization; p != nil {
		of := parameterizationOf(schema.BasePlugin{Name: p.BaseProvider.Name, Version: p.BaseProvider.Version}, p.Parameter)
		bound.Extension = &of
	}
	if pkg.Provider != nil {
		provider := resourceOf(pkg.Provider)
		bound.Provider = &provider
	}
	for _, r := range pkg.Resources {
		bound.Resources = append(bound.Resources, resourceOf(r))
		bound.Modules[r.Token] = pkg.TokenToModule(r.Token)
	}
	for _, f := range pkg.Functions {
		bound.Functions = append(bound.Functions, functionOf(f))
		bound.Modules[f.Token] = pkg.TokenToModule(f.Token)
	}
	for _, t := range pkg.Types {
		switch t := t.(type) {
		case *schema.ObjectType:
			if !t.IsInputShape() {
				bound.Types = append(bound.Types, object{t.Token, t.IsOverlay, propertiesOf(t.Properties)})
			}
		case *schema.EnumType:
			bound.Types = append(bound.Types, enumOf(t))
		}
	}
	return bound
}

func resourceOf(r *schema.Resource) resource {
	aliases := []string{}
	for _, alias := range r.Aliases {
		if alias.Type != "" {
			aliases = append(aliases, alias.Type)
		}
	}
	methods := map[string]string{}
	for _, method := range r.Methods {
		methods[method.Name] = method.Function.Token
	}
	return resource{
		Token: r.Token, IsComponent: r.IsComponent, IsOverlay: r.IsOverlay, Overlays: listOf(r.OverlaySupportedLanguages),
		Inputs: propertiesOf(r.InputProperties), Outputs: propertiesOf(r.Properties),
		StateInputs: objectOf(r.StateInputs), ListInputs: objectOf(r.ListInputs),
		Aliases: aliases, Methods: methods, Deprecated: r.DeprecationMessage,
	}
}

func functionOf(f *schema.Function) function {
	returns := ""
	if f.ReturnType != nil && !f.InlineObjectAsReturnType {
		returns = typeText(f.ReturnType)
	}
	return function{
		Token: f.Token, IsOverlay: f.IsOverlay, IsMethod: f.IsMethod,
		Inputs: objectOf(f.Inputs), MultiArguments: f.MultiArgumentInputs,
		Returns: returns, Outputs: objectOf(f.Outputs), ReturnsPlain: f.ReturnTypePlain, Plain: f.Plain,
		Deprecated: f.DeprecationMessage,
	}
}

func enumOf(t *schema.EnumType) enum {
	members := []enumMember{}
	for _, member := range t.Elements {
		members = append(members, enumMember{member.Name, member.Value, member.DeprecationMessage})
	}
	return enum{t.Token, t.IsOverlay, typeText(t.ElementType), members}
}

func objectOf(t *schema.ObjectType) *[]property {
	if t == nil {
		return nil
	}
	properties := propertiesOf(t.Properties)
	return &properties
}

func propertiesOf(properties []*schema.Property) []property {
	all := []property{}
	for _, p := range properties {
		var fallback any
		environment := []string{}
		if p.DefaultValue != nil {
			fallback, environment = p.DefaultValue.Value, listOf(p.DefaultValue.Environment)
		}
		all = append(all, property{
			Name: p.Name, Type: typeText(p.Type), Required: p.IsRequired(), Secret: p.Secret, Plain: p.Plain,
			Const: p.ConstValue, Default: fallback, Environment: environment,
			Replaces: p.ReplaceOnChanges, WillReplace: p.WillReplaceOnChanges, Deprecated: p.DeprecationMessage,
		})
	}
	slices.SortFunc(all, func(a, b property) int { return strings.Compare(a.Name, b.Name) })
	return all
}

func listOf(texts []string) []string {
	return append([]string{}, texts...)
}

// typeText formats a type. It ignores whether a value can be an Output.
func typeText(t schema.Type) string {
	switch t := t.(type) {
	case *schema.InputType:
		return typeText(t.ElementType)
	case *schema.OptionalType:
		return typeText(t.ElementType)
	case *schema.ArrayType:
		return "list<" + typeText(t.ElementType) + ">"
	case *schema.MapType:
		return "map<" + typeText(t.ElementType) + ">"
	case *schema.UnionType:
		return unionText(t)
	case *schema.ObjectType:
		return "object " + t.Token
	case *schema.EnumType:
		return "enum " + t.Token
	case *schema.ResourceType:
		return "resource " + t.Token
	case *schema.TokenType:
		return "token " + t.Token
	}
	switch t {
	case schema.BoolType:
		return "boolean"
	case schema.IntType:
		return "integer"
	case schema.NumberType:
		return "number"
	case schema.StringType:
		return "string"
	case schema.ArchiveType:
		return "archive"
	case schema.AssetType:
		return "asset"
	case schema.JSONType:
		return "json"
	case schema.AnyType:
		return "any"
	}
	return fmt.Sprintf("%T", t)
}

func unionText(t *schema.UnionType) string {
	members := []string{}
	for _, member := range t.ElementTypes {
		members = append(members, typeText(member))
	}
	text := strings.Join(members, "|")
	if t.DefaultType != nil {
		text += ";default " + typeText(t.DefaultType)
	}
	if t.Discriminator != "" {
		text += ";by " + t.Discriminator
		keys := []string{}
		for key, token := range t.Mapping {
			keys = append(keys, key+"="+token)
		}
		slices.Sort(keys)
		text += "(" + strings.Join(keys, ",") + ")"
	}
	return "union<" + text + ">"
}
