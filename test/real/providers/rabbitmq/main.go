// The published Terraform provider of RabbitMQ as a Pulumi plugin: a classic bridge on version 2 of Terraform's SDK.
package main

import (
	"encoding/json"
	"io"
	"log"

	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge/tokens"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfgen"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim/sdk-v2"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"
	"github.com/terraform-providers/terraform-provider-rabbitmq/rabbitmq"
)

func main() {
	info := tfbridge.ProviderInfo{
		P:                shim.NewProvider(rabbitmq.Provider()),
		Name:             "rabbitmq",
		Version:          "1.8.0",
		UpstreamRepoPath: ".", // Otherwise the bridge downloads the documentation at each start.
		MetadataInfo:     tfbridge.NewProviderMetadata([]byte("{}")),
		Golang:           &tfbridge.GolangInfo{ImportBasePath: "imp.test/sdk/rabbitmq"},
	}
	info.MustComputeTokens(tokens.SingleModule("rabbitmq_", "index", tokens.MakeStandard("rabbitmq")))
	// In C#, a member cannot have the name of its class.
	for name, field := range map[string]string{"rabbitmq_permissions": "permissions", "rabbitmq_policy": "policy"} {
		info.Resources[name].Fields = map[string]*tfbridge.SchemaInfo{field: {CSharpName: "Details"}}
	}
	// Discards the warnings about missing documentation.
	sink := diag.DefaultSink(io.Discard, io.Discard, diag.FormatOptions{Color: colors.Never})
	generated, err := tfgen.GenerateSchemaWithOptions(tfgen.GenerateSchemaOptions{ProviderInfo: info, DiagnosticsSink: sink})
	if err != nil {
		log.Fatal(err)
	}
	schema, err := json.Marshal(generated.PackageSpec)
	if err != nil {
		log.Fatal(err)
	}
	tfbridge.Main(info.Name, info.Version, info, schema)
}
