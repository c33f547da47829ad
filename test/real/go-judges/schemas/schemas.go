// Package schemas loads package schemas from files.
package schemas

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/blang/semver"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

var languages = map[string]schema.Language{
	"nodejs": nodejs.Importer, "python": python.Importer, "go": golang.Importer,
}

// fileLoader loads package schemas from files, without plugins and registries.
type fileLoader map[string]*schema.Package

// FromFiles reads and binds schema files in order, so a schema can refer to earlier ones.
func FromFiles(files []string) (schema.ReferenceLoader, error) {
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
		pkg, err := schema.ImportSpec(spec, languages, loader, schema.ValidationOptions{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		// A package may define tokens of other packages, so the loader also finds it under their names.
		for _, name := range append(spec.AllowedPackageNames, pkg.Name) {
			loader[name] = pkg
		}
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
	return l.LoadPackageReference(d.Name, d.Version)
}
