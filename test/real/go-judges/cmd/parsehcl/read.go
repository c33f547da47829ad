package main

import (
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

// resource is a resource block. Its inputs are unevaluated: see expression.
type resource struct {
	Type   string `json:"type"`
	Name   string `json:"name"`
	Inputs any    `json:"inputs"`
}

// read returns the resources of a file. The name is the one in the nested pulumi block, or the label.
func read(body *hclsyntax.Body) []resource {
	resources := []resource{}
	for _, block := range body.Blocks {
		if block.Type != "resource" || len(block.Labels) != 2 {
			continue
		}
		name := block.Labels[1]
		for _, options := range block.Body.Blocks {
			if attribute := options.Body.Attributes["name"]; options.Type == "pulumi" && attribute != nil {
				name = fmt.Sprint(expression(attribute.Expr))
			}
		}
		resources = append(resources, resource{block.Labels[0], name, inputs(block.Body)})
	}
	return resources
}

// inputs returns the attributes and the lists of blocks, without blocks with options.
func inputs(body *hclsyntax.Body) any {
	entries := [][2]any{}
	for name, attribute := range body.Attributes {
		entries = append(entries, [2]any{name, expression(attribute.Expr)})
	}
	lists := map[string][]any{}
	for _, block := range body.Blocks {
		if block.Type != "pulumi" && block.Type != "lifecycle" && block.Type != "timeouts" {
			lists[block.Type] = append(lists[block.Type], inputs(block.Body))
		}
	}
	for name, items := range lists {
		entries = append(entries, [2]any{name, items})
	}
	return map[string]any{"entries": entries}
}

// expression converts an expression to JSON: objects to {entries: [[key, value]]}, calls to {call, arguments}, and references to
// <<type.name|step|step>>.
func expression(node hclsyntax.Expression) any {
	switch x := node.(type) {
	case *hclsyntax.TemplateExpr:
		text := ""
		for _, part := range x.Parts {
			text += fmt.Sprint(expression(part))
		}
		return text
	case *hclsyntax.TemplateWrapExpr:
		return expression(x.Wrapped)
	case *hclsyntax.ParenthesesExpr:
		return expression(x.Expression)
	case *hclsyntax.TupleConsExpr:
		items := []any{}
		for _, item := range x.Exprs {
			items = append(items, expression(item))
		}
		return items
	case *hclsyntax.ObjectConsExpr:
		entries := [][2]any{}
		for _, item := range x.Items {
			entries = append(entries, [2]any{expression(item.KeyExpr), expression(item.ValueExpr)})
		}
		return map[string]any{"entries": entries}
	case *hclsyntax.FunctionCallExpr:
		arguments := []any{}
		for _, argument := range x.Args {
			arguments = append(arguments, expression(argument))
		}
		return map[string]any{"call": x.Name, "arguments": arguments}
	case *hclsyntax.ScopeTraversalExpr:
		return reference(x.Traversal)
	}
	value, diagnostics := node.Value(nil)
	if diagnostics.HasErrors() {
		return map[string]any{"unknown": fmt.Sprintf("%T", node)}
	}
	if value.Type() == cty.String && !value.IsNull() {
		return value.AsString()
	}
	return ctyjson.SimpleJSONValue{Value: value}
}

func reference(traversal hcl.Traversal) string {
	steps := []string{}
	for _, step := range traversal {
		switch step := step.(type) {
		case hcl.TraverseRoot:
			steps = append(steps, step.Name)
		case hcl.TraverseAttr:
			steps = append(steps, step.Name)
		case hcl.TraverseIndex:
			if step.Key.Type() == cty.String {
				steps = append(steps, step.Key.AsString())
			} else {
				steps = append(steps, step.Key.AsBigFloat().String())
			}
		}
	}
	return "<<" + strings.Join(steps, "|") + ">>"
}
