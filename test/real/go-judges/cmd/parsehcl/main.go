// parsehcl parses HCL files, and formats them like `terraform fmt`. It reads a JSON array of sources from stdin. For each source, it prints the
// diagnostics of the parser, the formatted source if it differs, and the resources.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
)

type diagnostic struct {
	Severity string `json:"severity"`
	Summary  string `json:"summary"`
	Detail   string `json:"detail"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
}

type verdict struct {
	Diagnostics []diagnostic `json:"diagnostics"`
	Formatted   *string      `json:"formatted,omitempty"`
	Resources   []resource   `json:"resources"`
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "parsehcl:", err)
		os.Exit(1)
	}
}

func run() error {
	var sources []string
	if err := json.NewDecoder(os.Stdin).Decode(&sources); err != nil {
		return err
	}
	verdicts := make([]verdict, 0, len(sources))
	for _, source := range sources {
		verdicts = append(verdicts, judge([]byte(source)))
	}
	return json.NewEncoder(os.Stdout).Encode(verdicts)
}

func judge(source []byte) verdict {
	result := verdict{Diagnostics: []diagnostic{}, Resources: []resource{}}
	file, diagnostics := hclsyntax.ParseConfig(source, "main.tf", hcl.InitialPos)
	for _, found := range diagnostics {
		result.Diagnostics = append(result.Diagnostics, describe(found))
	}
	if !diagnostics.HasErrors() {
		result.Resources = read(file.Body.(*hclsyntax.Body))
	}
	if formatted := string(hclwrite.Format(source)); formatted != string(source) {
		result.Formatted = &formatted
	}
	return result
}

func describe(found *hcl.Diagnostic) diagnostic {
	severity := "error"
	if found.Severity == hcl.DiagWarning {
		severity = "warning"
	}
	described := diagnostic{Severity: severity, Summary: found.Summary, Detail: found.Detail}
	if found.Subject != nil {
		described.Line, described.Column = found.Subject.Start.Line, found.Subject.Start.Column
	}
	return described
}
