// yamlprobe runs Pulumi YAML's reader and runtime on programs. It reads a JSON array of strings from stdin.
//
//	yamlprobe read                      prints the resources of each program, without a schema
//	yamlprobe register SCHEMA.json...   prints registrations under mocks, checked with the schemas
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/ast"

	"imp.test/judges/schemas"
)

type registration struct {
	Type   string `json:"type"`
	Name   string `json:"name"`
	Inputs any    `json:"inputs"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "yamlprobe:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	var programs []string
	if err := json.NewDecoder(os.Stdin).Decode(&programs); err != nil {
		return err
	}
	probe, err := probeOf(args)
	if err != nil {
		return err
	}
	answers := make([][]registration, len(programs))
	for i, program := range programs {
		template, err := load(program)
		if err == nil {
			answers[i], err = probe(template)
		}
		if err != nil {
			return fmt.Errorf("program %d: %w", i, err)
		}
	}
	return json.NewEncoder(os.Stdout).Encode(answers)
}

func probeOf(args []string) (func(*ast.TemplateDecl) ([]registration, error), error) {
	if len(args) == 1 && args[0] == "read" {
		return read, nil
	}
	if len(args) == 0 || args[0] != "register" {
		return nil, errors.New("usage: yamlprobe read | register SCHEMA.json...")
	}
	loader, err := schemas.FromFiles(args[1:])
	if err != nil {
		return nil, err
	}
	return func(template *ast.TemplateDecl) ([]registration, error) { return register(template, loader) }, nil
}

// load parses a program. It treats warnings as errors.
func load(program string) (*ast.TemplateDecl, error) {
	template, diagnostics, err := pulumiyaml.LoadYAMLBytes("Main.yaml", []byte(program))
	if err == nil && len(diagnostics) > 0 {
		err = diagnostics
	}
	return template, err
}

// read returns the resources of the program, with their inputs as unevaluated expressions.
func read(template *ast.TemplateDecl) ([]registration, error) {
	types := map[string]string{}
	for _, entry := range template.Resources.Entries {
		_, class, _ := strings.Cut(entry.Value.Type.Value, ":")
		types[entry.Key.Value] = strings.ReplaceAll(class, ":", ".")
	}
	made := []registration{}
	for _, entry := range template.Resources.Entries {
		name := entry.Key.Value
		if entry.Value.Name != nil {
			name = entry.Value.Name.Value
		}
		inputs := [][2]any{}
		if properties := entry.Value.Properties.PropertyMap; properties != nil {
			for _, property := range properties.Entries {
				inputs = append(inputs, [2]any{property.Key.Value, expression(property.Value, types)})
			}
		}
		made = append(made, registration{types[entry.Key.Value], name, map[string]any{"entries": inputs}})
	}
	return made, nil
}

// expression converts an expression to JSON: maps to {entries: [[key, value]]}, and references to <<module.Class|step|step>>.
func expression(x ast.Expr, types map[string]string) any {
	switch x := x.(type) {
	case *ast.NullExpr:
		return nil
	case *ast.BooleanExpr:
		return x.Value
	case *ast.NumberExpr:
		return x.Value
	case *ast.StringExpr:
		return x.Value
	case *ast.SymbolExpr:
		return access(x.Property, types)
	case *ast.InterpolateExpr:
		var text strings.Builder
		for _, part := range x.Parts {
			text.WriteString(part.Text)
			if part.Value != nil {
				text.WriteString(access(part.Value, types))
			}
		}
		return text.String()
	case *ast.ListExpr:
		items := make([]any, len(x.Elements))
		for i, element := range x.Elements {
			items[i] = expression(element, types)
		}
		return items
	case *ast.ObjectExpr:
		entries := make([][2]any, len(x.Entries))
		for i, entry := range x.Entries {
			entries[i] = [2]any{expression(entry.Key, types), expression(entry.Value, types)}
		}
		return map[string]any{"entries": entries}
	case ast.BuiltinExpr:
		return map[string]any{"call": x.Name().Value, "argument": expression(x.Args(), types)}
	default:
		panic(fmt.Sprintf("an expression of type %T", x))
	}
}

func access(property *ast.PropertyAccess, types map[string]string) string {
	steps := []string{types[property.RootName()]}
	for _, accessor := range property.Accessors[1:] {
		switch accessor := accessor.(type) {
		case *ast.PropertyName:
			steps = append(steps, accessor.Name)
		case *ast.PropertySubscript:
			steps = append(steps, fmt.Sprint(accessor.Index))
		}
	}
	return "<<" + strings.Join(steps, "|") + ">>"
}
