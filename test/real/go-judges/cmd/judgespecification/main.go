// judgespecification validates Provider Code Specifications like the published validator. It reads a JSON list of base64 documents from
// stdin, and prints a JSON list with the error of each, or "".
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/hashicorp/terraform-plugin-codegen-spec/spec"
)

func main() {
	var documents [][]byte
	if err := json.NewDecoder(os.Stdin).Decode(&documents); err != nil {
		fmt.Fprintln(os.Stderr, "judgespecification:", err)
		os.Exit(1)
	}
	refusals := make([]string, 0, len(documents))
	for _, document := range documents {
		refusals = append(refusals, refusal(document))
	}
	if err := json.NewEncoder(os.Stdout).Encode(refusals); err != nil {
		fmt.Fprintln(os.Stderr, "judgespecification:", err)
		os.Exit(1)
	}
}

// refusal reports a panic of the validator as an error.
func refusal(document []byte) (why string) {
	defer func() {
		if caught := recover(); caught != nil {
			why = fmt.Sprintf("panic: %v", caught)
		}
	}()
	if _, err := spec.Parse(context.Background(), document); err != nil {
		return err.Error()
	}
	return ""
}
