// gensdk writes the official Java SDK of a package schema: gensdk SCHEMA.json DIRECTORY.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gensdk SCHEMA.json DIRECTORY")
		os.Exit(2)
	}
	if err := generate(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "gensdk:", err)
		os.Exit(1)
	}
}

func generate(schemaFile, directory string) error {
	bytes, err := os.ReadFile(schemaFile)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(bytes, &spec); err != nil {
		return err
	}
	pkg, err := schema.ImportSpec(spec, map[string]schema.Language{"java": java.Importer}, schema.NewPluginLoader(nil), schema.ValidationOptions{})
	if err != nil {
		return err
	}
	// Local: no separate build, but a file with the version.
	files, err := java.GeneratePackage("gensdk", pkg, nil, nil, true, false)
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
