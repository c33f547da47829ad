// gensdk writes the official SDK of a package schema: gensdk SCHEMA.json LANGUAGE DIRECTORY (nodejs, python or go).
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: gensdk SCHEMA.json nodejs|python|go DIRECTORY")
		os.Exit(2)
	}
	if err := generate(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "gensdk:", err)
		os.Exit(1)
	}
}

func generate(schemaFile, language, directory string) error {
	bytes, err := os.ReadFile(schemaFile)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(bytes, &spec); err != nil {
		return err
	}
	// BindSpec checks with the metaschema, and ImportSpec keeps the language keys, so both are needed.
	if _, diagnostics, err := schema.BindSpec(spec, schema.NewPluginLoader(nil), schema.ValidationOptions{}); err != nil {
		return err
	} else if diagnostics.HasErrors() {
		return diagnostics
	}
	pkg, err := schema.ImportSpec(spec, map[string]schema.Language{
		"nodejs": nodejs.Importer, "python": python.Importer, "go": golang.Importer,
	}, schema.NewPluginLoader(nil), schema.ValidationOptions{})
	if err != nil {
		return err
	}
	files, err := generateLanguage(pkg, language)
	if err != nil {
		return err
	}
	for name, content := range files {
		path := filepath.Join(directory, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return err
		}
	}
	return nil
}

func generateLanguage(pkg *schema.Package, language string) (map[string][]byte, error) {
	const tool = "gensdk"
	switch language {
	case "nodejs":
		return nodejs.GeneratePackage(tool, pkg, nil, nil, false, nil)
	case "python":
		return python.GeneratePackage(tool, pkg, nil, nil)
	case "go":
		return golang.GeneratePackage(tool, pkg, nil)
	default:
		return nil, fmt.Errorf("unknown language %q", language)
	}
}
