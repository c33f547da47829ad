// A provider on version 2 of Terraform's SDK as a Pulumi plugin, with every behavior of such providers: the resources of everything.go,
// or, with BRIDGED_SEED in the environment, resources with random schemas (random.go).
package main

import (
	"encoding/json"
	"io"
	"log"
	"os"
	"strconv"

	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge/tokens"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfgen"
	shim "github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfshim/sdk-v2"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag"
	"github.com/pulumi/pulumi/sdk/v3/go/common/diag/colors"
)

func main() {
	provider, fields := everything(), everythingFields
	if seed := os.Getenv("BRIDGED_SEED"); seed != "" {
		provider, fields = random(number(seed), int(number(os.Getenv("BRIDGED_TYPES"))))
	}
	if err := provider.InternalValidate(); err != nil {
		log.Fatal(err)
	}
	info := tfbridge.ProviderInfo{
		P:                shim.NewProvider(provider),
		Name:             "bridged",
		Version:          "1.0.0",
		UpstreamRepoPath: ".", // Otherwise the bridge downloads the documentation at each start.
		MetadataInfo:     tfbridge.NewProviderMetadata([]byte("{}")),
		Golang:           &tfbridge.GolangInfo{ImportBasePath: "imp.test/sdk/bridged"},
		Resources:        map[string]*tfbridge.ResourceInfo{},
	}
	for name, overrides := range fields {
		info.Resources[name] = &tfbridge.ResourceInfo{Fields: overrides}
	}
	info.MustComputeTokens(tokens.SingleModule("bridged_", "index", tokens.MakeStandard("bridged")))
	info.SetAutonaming(64, "-")
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

func number(text string) int64 {
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		log.Fatal(err)
	}
	return value
}
