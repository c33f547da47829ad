// bindpcl parses and binds the .pp files of a directory in strict mode: bindpcl DIRECTORY SCHEMA.json...
// It prints one JSON diagnostic per line, and then the counts. It exits with 1 after an error.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

type diagnostic struct {
	Severity string `json:"severity"`
	Summary  string `json:"summary"`
	Detail   string `json:"detail,omitempty"`
	Range    string `json:"range,omitempty"`
}

type summary struct {
	Errors     int            `json:"errors"`
	Warnings   int            `json:"warnings"`
	Resources  int            `json:"resources"`
	Components int            `json:"components"`
	Generated  map[string]int `json:"generated"`
}

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: bindpcl DIRECTORY SCHEMA.json...")
		os.Exit(2)
	}
	result, err := bind(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "bindpcl:", err)
		os.Exit(2)
	}
	print(result)
	if result.Errors > 0 {
		os.Exit(1)
	}
}

func bind(directory string, schemaFiles []string) (summary, error) {
	loader, err := newFileLoader(schemaFiles)
	if err != nil {
		return summary{}, err
	}
	result := summary{Generated: map[string]int{}}
	program, diagnostics, err := pcl.BindDirectory(directory, loader)
	result.report(diagnostics)
	if err != nil || program == nil {
		return result, err
	}
	for _, node := range program.Nodes {
		switch node.(type) {
		case *pcl.Resource:
			result.Resources++
		case *pcl.Component:
			result.Components++
		}
	}
	// The official program generators must also accept a bound program.
	for language, generate := range map[string]func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error){
		"nodejs": func(p *pcl.Program) (map[string][]byte, hcl.Diagnostics, error) { return nodejs.GenerateProgram(p) },
		"python": python.GenerateProgram,
		"go":     golang.GenerateProgram,
	} {
		again, _, err := pcl.BindDirectory(directory, loader) // the generators rewrite the bound program in place
		if err != nil {
			return result, err
		}
		files, diagnostics, err := generate(again)
		if err != nil {
			return result, fmt.Errorf("%s: %w", language, err)
		}
		result.report(diagnostics)
		for _, content := range files {
			result.Generated[language] += len(content)
		}
	}
	return result, nil
}

func (s *summary) report(diagnostics hcl.Diagnostics) {
	for _, d := range diagnostics {
		out := diagnostic{Severity: "warning", Summary: d.Summary, Detail: d.Detail}
		if d.Severity == hcl.DiagError {
			out.Severity = "error"
			s.Errors++
		} else {
			s.Warnings++
		}
		if d.Subject != nil {
			out.Range = d.Subject.String()
		}
		print(out)
	}
}

func print(value any) {
	encoder := json.NewEncoder(os.Stdout)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
}

// fileLoader loads package schemas from files, without plugins and registries.
type fileLoader map[string]*schema.Package

func newFileLoader(files []string) (fileLoader, error) {
	loader := fileLoader{"pulumi": schema.DefaultPulumiPackage}
	for _, file := range files {
		bytes, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var spec schema.PackageSpec
		if err := json.Unmarshal(bytes, &spec); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		pkg, err := schema.ImportSpec(spec, map[string]schema.Language{
			"nodejs": nodejs.Importer, "python": python.Importer, "go": golang.Importer,
		}, loader, schema.ValidationOptions{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		loader[pkg.Name] = pkg
	}
	return loader, nil
}

func (l fileLoader) LoadPackage(name string, _ *semver.Version) (*schema.Package, error) {
	if pkg, ok := l[name]; ok {
		return pkg, nil
	}
	return nil, fmt.Errorf("no schema file was given for package %q", name)
}

func (l fileLoader) LoadPackageV2(_ context.Context, d *schema.PackageDescriptor) (*schema.Package, error) {
	if d.Parameterization != nil {
		return l.LoadPackage(d.Parameterization.Name, nil)
	}
	return l.LoadPackage(d.Name, nil)
}

func (l fileLoader) LoadPackageReference(name string, version *semver.Version) (schema.PackageReference, error) {
	pkg, err := l.LoadPackage(name, version)
	if err != nil {
		return nil, err
	}
	return pkg.Reference(), nil
}

func (l fileLoader) LoadPackageReferenceV2(
	ctx context.Context, d *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	pkg, err := l.LoadPackageV2(ctx, d)
	if err != nil {
		return nil, err
	}
	return pkg.Reference(), nil
}
