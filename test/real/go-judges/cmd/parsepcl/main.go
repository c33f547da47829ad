// parsepcl parses one PCL file from stdin with the official parser, without binding it. It prints the number of blocks, and exits with 1
// after a syntax error.
package main

import (
	"fmt"
	"os"

	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
)

func main() {
	parser := syntax.NewParser()
	if err := parser.ParseFile(os.Stdin, "main.pp"); err != nil {
		fmt.Fprintln(os.Stderr, "parsepcl:", err)
		os.Exit(1)
	}
	if parser.Diagnostics.HasErrors() {
		fmt.Fprintln(os.Stderr, "parsepcl:", parser.Diagnostics)
		os.Exit(1)
	}
	blocks := 0
	for _, file := range parser.Files {
		blocks += len(file.Body.Blocks)
	}
	fmt.Println(blocks)
}
