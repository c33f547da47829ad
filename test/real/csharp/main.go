// gendotnet writes the official .NET SDK of a package schema: gendotnet SCHEMA.json DIRECTORY.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	dotnet "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: gendotnet SCHEMA.json DIRECTORY")
		os.Exit(2)
	}
	if err := generate(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "gendotnet:", err)
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
	pkg, err := schema.ImportSpec(spec, map[string]schema.Language{
		"csharp": dotnet.Importer,
	}, schema.NewPluginLoader(nil), schema.ValidationOptions{})
	if err != nil {
		return err
	}
	// The generator would download a picture.
	logo := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusOK)
	}))
	defer logo.Close()
	pkg.LogoURL = logo.URL
	files, err := dotnet.GeneratePackage("gendotnet", pkg, nil, nil)
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
