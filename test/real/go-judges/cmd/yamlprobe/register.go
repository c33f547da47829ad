package main

import (
	"fmt"
	"sync"

	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/ast"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// register runs the program with mocks whose outputs equal the inputs. It returns the registrations in the wire format.
func register(template *ast.TemplateDecl, loader schema.ReferenceLoader) ([]registration, error) {
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
