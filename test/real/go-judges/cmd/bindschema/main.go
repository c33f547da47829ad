// bindschema binds package schemas like `pulumi schema check`. It reads a JSON list of base64 documents from stdin, and prints a JSON list with
// the errors of each, or its content. References to other packages resolve to the schema files in the arguments.
package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"

	"github.com/blang/semver"
	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"imp.test/judges/schemas"
)

// judged is the result for a schema. Refusals are the binder's errors, and are empty for a valid schema.
type judged struct {
	Refusals []string `json:"refusals"`
	Warnings []string `json:"warnings"`
	Package  *content `json:"package,omitempty"`
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "bindschema:", err)
		os.Exit(1)
	}
}

func run(files []string) error {
	var documents [][]byte
	if err := json.NewDecoder(os.Stdin).Decode(&documents); err != nil {
		return err
	}
	loader, err := schemas.FromFiles(files)
	if err != nil {
		return err
	}
	all := make([]judged, 0, len(documents))
	for _, document := range documents {
		all = append(all, judge(document, loader))
	}
	return json.NewEncoder(os.Stdout).Encode(all)
}

// judge reports a panic of the binder as an error.
func judge(document []byte, loader schema.Loader) (verdict judged) {
	verdict.Refusals, verdict.Warnings = []string{}, []string{}
	defer func() {
		if caught := recover(); caught != nil {
			verdict.Refusals = append(verdict.Refusals, fmt.Sprintf("panic: %v", caught))
			verdict.Package = nil
		}
	}()
	var spec schema.PackageSpec
	if err := json.Unmarshal(document, &spec); err != nil {
		verdict.Refusals = append(verdict.Refusals, fmt.Sprintf("decode: %v", err))
		return verdict
	}
	pkg, diagnostics, err := schema.BindSpec(spec, loader, schema.ValidationOptions{})
	for _, diagnostic := range diagnostics {
		if diagnostic.Severity == hcl.DiagError {
			verdict.Refusals = append(verdict.Refusals, diagnostic.Summary)
		} else {
			verdict.Warnings = append(verdict.Warnings, diagnostic.Summary)
		}
	}
	if err != nil && len(verdict.Refusals) == 0 {
		verdict.Refusals = append(verdict.Refusals, err.Error())
	}
	if len(verdict.Refusals) == 0 {
		bound := contentOf(pkg)
		verdict.Package = &bound
	}
	return verdict
}

type parameterization struct {
	Name      string `json:"name"`
	Version   string `json:"version"`
	Parameter string `json:"parameter"`
}

func parameterizationOf(base schema.BasePlugin, parameter []byte) parameterization {
	return parameterization{base.Name, base.Version.String(), base64.StdEncoding.EncodeToString(parameter)}
}

func versionOf(version *semver.Version) string {
	if version == nil {
		return ""
	}
	return version.String()
}
