// timepcl measures the official generators: timepcl RUNS SCHEMA.json... reads a PCL program from stdin. For each language, it prints the seconds that
// each run took to parse, bind, and generate the program. The time for loading the schemas is not included.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"

	"imp.test/judges/schemas"
)

type generate func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error)

var generators = map[string]generate{
	"typescript": func(p *pcl.Program) (map[string][]byte, hcl.Diagnostics, error) { return nodejs.GenerateProgram(p) },
	"python":     python.GenerateProgram,
	"go":         golang.GenerateProgram,
	"yaml":       codegen.GenerateProgram,
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "timepcl:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 1 {
		return errors.New("usage: timepcl RUNS SCHEMA.json...")
	}
	runs, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	loader, err := schemas.FromFiles(args[1:])
	if err != nil {
		return err
	}
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		return err
	}
	cache := pcl.NewPackageCache()
	seconds := map[string][]float64{}
	for i := 0; i < runs; i++ {
		for language, generate := range generators {
			started := time.Now()
			if err := print(text, loader, cache, generate); err != nil {
				return fmt.Errorf("%s: %w", language, err)
			}
			seconds[language] = append(seconds[language], time.Since(started).Seconds())
		}
	}
	return json.NewEncoder(os.Stdout).Encode(seconds)
}

// The generators change the bound program, so each run binds again.
func print(text []byte, loader schema.ReferenceLoader, cache *pcl.PackageCache, generate generate) error {
	parser := syntax.NewParser()
	if err := parser.ParseFile(bytes.NewReader(text), "main.pp"); err != nil {
		return err
	}
	if parser.Diagnostics.HasErrors() {
		return parser.Diagnostics
	}
	program, diagnostics, err := pcl.BindProgram(parser.Files, loader, append(pcl.NonStrictBindOptions(), pcl.Cache(cache))...)
	if err == nil && diagnostics.HasErrors() {
		err = diagnostics
	}
	if err != nil {
		return err
	}
	_, diagnostics, err = generate(program)
	if err == nil && diagnostics.HasErrors() {
		err = diagnostics
	}
	return err
}
