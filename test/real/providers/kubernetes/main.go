// The published Kubernetes provider as a Pulumi plugin. The files that its main package embeds are next to the executable.
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/provider"
	"github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/version"
)

func main() {
	executable, err := os.Executable()
	if err != nil {
		log.Fatal(err)
	}
	// The CLI and the tests start it through a link.
	executable, err = filepath.EvalSymlinks(executable)
	if err != nil {
		log.Fatal(err)
	}
	read := func(name string) []byte {
		content, err := os.ReadFile(filepath.Join(filepath.Dir(executable), name))
		if err != nil {
			log.Fatal(err)
		}
		return content
	}
	provider.Serve("kubernetes", version.Version, read("embedded-schema.json"), read("terraform-mapping.json"))
}
