package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/ast"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// register runs the program under mocks that answer with what they are given. Inputs are as they are on the wire.
func register(template *ast.TemplateDecl, loader fileLoader) ([]registration, error) {
	mocks := &recorder{}
	err := pulumi.RunErr(func(ctx *pulumi.Context) error {
		return pulumiyaml.RunTemplate(ctx, template, nil, pulumiyaml.NewPackageLoaderFromSchemaLoader(loader))
	}, pulumi.WithMocks("synthetic", "dev", mocks))
	return mocks.made, err
}

type recorder struct {
	mutex sync.Mutex
	made  []registration
}

func (r *recorder) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.made = append(r.made, registration{args.TypeToken, args.Name, args.RegisterRPC.GetObject().AsMap()})
	return args.Name, args.Inputs, nil
}

func (r *recorder) Call(args pulumi.MockCallArgs) (resource.PropertyMap, error) {
	return nil, fmt.Errorf("the program calls %s", args.Token)
}

// fileLoader serves package schemas from files; it starts no plugin and asks no registry.
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
		pkg, err := schema.ImportSpec(spec, nil, loader, schema.ValidationOptions{})
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		// A package may define tokens of others, which a program's package declarations then lead to it.
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
