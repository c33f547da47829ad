// The published Terraform provider of PostgreSQL as a Pulumi plugin: a classic bridge on version 1 of Terraform's SDK.
package main

import (
	"encoding/json"
	"io"
	"log"

	"github.com/hashicorp/terraform-plugin-sdk/helper/schema"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge/tokens"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfgen"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim/sdk-v1"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"
	"github.com/terraform-providers/terraform-provider-postgresql/postgresql"
)

func main() {
	info := tfbridge.ProviderInfo{
		P:                shim.NewProvider(postgresql.Provider().(*schema.Provider)),
		Name:             "postgresql",
		Version:          "1.7.1",
		UpstreamRepoPath: ".", // Otherwise the bridge downloads the documentation at each start.
		MetadataInfo:     tfbridge.NewProviderMetadata([]byte("{}")),
		Golang:           &tfbridge.GolangInfo{ImportBasePath: "imp.test/sdk/postgresql"},
	}
	info.MustComputeTokens(tokens.SingleModule("postgresql_", "index", tokens.MakeStandard("postgresql")))
	// Discards the warnings about missing documentation.
	sink := diag.DefaultSink(io.Discard, io.Discard, diag.FormatOptions{Color: colors.Never})
	generated, err := tfgen.GenerateSchemaWithOptions(tfgen.GenerateSchemaOptions{ProviderInfo: info, DiagnosticsSink: sink})
	if err != nil {
		log.Fatal(err)
	}
	packageSchema, err := json.Marshal(generated.PackageSpec)
	if err != nil {
		log.Fatal(err)
	}
	tfbridge.Main(info.Name, info.Version, info, packageSchema)
}
