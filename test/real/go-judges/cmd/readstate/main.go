// readstate loads states like Pulumi's file backend. It reads a JSON list of checkpoints from stdin, and prints a JSON list with the error of
// the decoder or the integrity rules for each, or "".
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"

	"github.com/pulumi/pulumi/pkg/v3/resource/stack"
	"github.com/pulumi/pulumi/pkg/v3/secrets"
	"github.com/pulumi/pulumi/pkg/v3/secrets/passphrase"
	"github.com/pulumi/pulumi/sdk/v3/go/common/encoding"
)

func main() {
	var checkpoints []string
	if err := json.NewDecoder(os.Stdin).Decode(&checkpoints); err != nil {
		fmt.Fprintln(os.Stderr, "readstate:", err)
		os.Exit(1)
	}
	refusals := make([]string, 0, len(checkpoints))
	for _, checkpoint := range checkpoints {
		refusals = append(refusals, refusal(checkpoint))
	}
	if err := json.NewEncoder(os.Stdout).Encode(refusals); err != nil {
		fmt.Fprintln(os.Stderr, "readstate:", err)
		os.Exit(1)
	}
}

// refusal loads a checkpoint like getSnapshot of the file backend, and returns the error. Pulumi panics for some states. refusal returns the panic as
// the error.
func refusal(text string) (why string) {
	defer func() {
		if caught := recover(); caught != nil {
			why = fmt.Sprintf("panic: %v", caught)
		}
	}()
	checkpoint, _, _, err := stack.UnmarshalVersionedCheckpointToLatestCheckpoint(encoding.JSON, []byte(text))
	if err != nil {
		return err.Error()
	}
	snapshot, err := stack.DeserializeCheckpoint(context.Background(), passphraseProvider{}, checkpoint)
	if err != nil {
		return err.Error()
	}
	if snapshot == nil {
		return ""
	}
	if err := snapshot.VerifyIntegrity(); err != nil {
		return err.Error()
	}
	return ""
}

// passphraseProvider is Pulumi's secrets provider, but supports only passphrases, because the other managers need a service.
type passphraseProvider struct{}

func (passphraseProvider) OfType(_ context.Context, kind string, state json.RawMessage) (secrets.Manager, error) {
	if kind != passphrase.Type {
		return nil, fmt.Errorf("no known secrets provider for type %q", kind)
	}
	return passphrase.NewPromptingPassphraseSecretsManagerFromState(state)
}
