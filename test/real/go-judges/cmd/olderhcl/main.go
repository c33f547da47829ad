// olderhcl converts programs in Pulumi HCL to the dialect of version 0.3, the newest one whose language host can be built. It reads
// programs and the tokens of their packages' functions from stdin. For each program, it prints the converted files, and what the older dialect
// lacks.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"
)

type request struct {
	// Programs are sources by file name.
	Programs  []map[string]string `json:"programs"`
	Functions []string            `json:"functions"`
}

type converted struct {
	Files   map[string]string `json:"files"`
	Missing []string          `json:"missing"`
}

// address is the type and the label of a resource, or the name and the alias of a provider.
type address [2]string

// program collects the new addresses of the resources, and what the older dialect lacks.
type program struct {
	functions map[string]string
	renamed   map[address]address
	missing   []string
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "olderhcl:", err)
		os.Exit(1)
	}
}

func run() error {
	var asked request
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		return err
	}
	functions := functionTypes(asked.Functions)
	results := make([]converted, 0, len(asked.Programs))
	for _, files := range asked.Programs {
		result, err := convert(files, functions)
		if err != nil {
			return err
		}
		results = append(results, result)
	}
	return json.NewEncoder(os.Stdout).Encode(results)
}

// functionTypes returns the older types of functions without a module by their current type, because only the current one omits "get".
func functionTypes(tokens []string) map[string]string {
	types := map[string]string{}
	for _, token := range tokens {
		parts := strings.Split(token, ":")
		module, _, _ := strings.Cut(parts[1], "/")
		if name, isGet := strings.CutPrefix(parts[2], "get"); isGet && module == "index" {
			snake := strings.ToLower(upperCase.ReplaceAllString(name, "_$0"))
			types[parts[0]+snake] = parts[0] + "_get" + snake
		}
	}
	return types
}

var upperCase = regexp.MustCompile(`[A-Z]`)

func convert(files map[string]string, functions map[string]string) (converted, error) {
	p := &program{functions: functions, renamed: map[address]address{}, missing: []string{}}
	parsed := map[string]*hclwrite.File{}
	for name, source := range files {
		file, diagnostics := hclwrite.ParseConfig([]byte(source), name, hcl.InitialPos)
		if diagnostics.HasErrors() {
			return converted{}, diagnostics
		}
		parsed[name] = file
		p.rename(file.Body())
	}
	result := converted{Files: map[string]string{}}
	for name, file := range parsed {
		for _, block := range file.Body().Blocks() {
			p.convertBlock(block)
		}
		text, err := p.withNewNames(file.Bytes(), name)
		if err != nil {
			return converted{}, err
		}
		result.Files[strings.TrimSuffix(name, ".tf")+".hcl"] = string(hclwrite.Format(text))
	}
	slices.Sort(p.missing)
	result.Missing = slices.Compact(p.missing)
	return result, nil
}

func (p *program) lacks(format string, details ...any) {
	p.missing = append(p.missing, fmt.Sprintf(format, details...))
}

// rename collects the new addresses. The label of a resource is its Pulumi name in the older dialect. A provider is a resource, because the older
// dialect does not convert the names of the settings in provider blocks.
func (p *program) rename(body *hclwrite.Body) {
	for _, block := range body.Blocks() {
		labels := block.Labels()
		switch block.Type() {
		case "resource":
			name, isNamed := literal(optionsOf(block), "name")
			if !isNamed {
				continue
			}
			if strings.HasSuffix(name, "]") {
				p.lacks("names that end with a bracket")
			}
			p.renamed[address{labels[0], labels[1]}] = address{labels[0], name}
		case "provider":
			if alias, isAliased := literal(block.Body(), "alias"); isAliased {
				p.renamed[address{labels[0], alias}] = address{"pulumi_providers_" + labels[0], alias}
			}
		}
	}
}

func (p *program) convertBlock(block *hclwrite.Block) {
	labels := block.Labels()
	switch block.Type() {
	case "terraform":
		block.SetType("pulumi")
	case "provider":
		alias, isAliased := literal(block.Body(), "alias")
		if !isAliased {
			p.lacks("default providers")
			return
		}
		block.Body().RemoveAttribute("alias")
		p.convertOptions(block)
		block.SetType("resource")
		block.SetLabels([]string{"pulumi_providers_" + labels[0], alias})
	case "resource":
		if labels[0] == "pulumi_stack_reference" {
			p.lacks("stack references")
		}
		p.convertOptions(block)
		if renamed, isRenamed := p.renamed[address{labels[0], labels[1]}]; isRenamed {
			block.SetLabels(renamed[:])
		}
	case "data":
		p.convertOptions(block)
		if older, isRenamed := p.functions[labels[0]]; isRenamed {
			block.SetLabels([]string{older, labels[1]})
		}
	case "module":
		if options := optionsOf(block); options != nil {
			p.lacks("options of modules")
		}
	case "variable", "output":
		if block.Body().GetAttribute("ephemeral") != nil {
			p.lacks("ephemeral values")
		}
	case "language", "removed", "check":
		p.lacks("blocks of type %s", block.Type())
	}
}

// reserved are the options that the older dialect reads next to the inputs of a resource, so no input can have these names.
var reserved = []string{
	"parent", "additional_secret_outputs", "retain_on_delete", "deleted_with", "replace_with", "hide_diffs", "replace_on_changes",
	"replacement_trigger", "import_id", "env_var_mappings", "version", "plugin_download_url", "aliases",
}

// convertOptions moves the options of the nested pulumi block to the resource.
func (p *program) convertOptions(block *hclwrite.Block) {
	body := block.Body()
	for name := range body.Attributes() {
		if slices.Contains(reserved, name) {
			p.lacks("inputs with the name %s", name)
		}
	}
	options := optionsOf(block)
	lifecycle := body.FirstMatchingBlock("lifecycle", nil)
	if lifecycle != nil {
		p.convertLifecycle(lifecycle.Body())
	}
	if timeouts := body.FirstMatchingBlock("timeouts", nil); timeouts != nil && timeouts.Body().GetAttribute("read") != nil {
		p.lacks("timeouts of reads")
	}
	if body.FirstMatchingBlock("_", nil) != nil {
		p.lacks("inputs with the names of options")
	}
	alignBlocks(body)
	if options == nil {
		return
	}
	body.RemoveBlock(body.FirstMatchingBlock("pulumi", nil))
	attributes := options.Attributes()
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		value := attributes[name].Expr().BuildTokens(nil)
		switch name {
		case "name":
		case "protect":
			if lifecycle == nil {
				lifecycle = body.AppendNewBlock("lifecycle", nil)
			}
			lifecycle.Body().SetAttributeRaw("prevent_destroy", value)
		case "additional_secret_outputs", "hide_diffs", "replace_on_changes":
			body.SetAttributeRaw(name, quoted(value))
		default:
			body.SetAttributeRaw(name, value)
		}
	}
}

func (p *program) convertLifecycle(lifecycle *hclwrite.Body) {
	if lifecycle.GetAttribute("replace_triggered_by") != nil {
		p.lacks("triggers of replacements")
	}
	if ignored := lifecycle.GetAttribute("ignore_changes"); ignored != nil {
		lifecycle.SetAttributeRaw("ignore_changes", camelCased(ignored.Expr().BuildTokens(nil)))
	}
}

// alignBlocks adds typed null values, because the host of the older dialect panics if the blocks of a list have different types.
func alignBlocks(body *hclwrite.Body) {
	lists := map[string][]*hclwrite.Body{}
	for _, block := range body.Blocks() {
		alignBlocks(block.Body())
		lists[block.Type()] = append(lists[block.Type()], block.Body())
	}
	for _, items := range lists {
		if len(items) > 1 {
			align(items)
		}
	}
}

func align(items []*hclwrite.Body) {
	samples := map[string]hclwrite.Tokens{}
	for _, item := range items {
		for name, attribute := range item.Attributes() {
			samples[name] = asList(attribute.Expr().BuildTokens(nil))
			item.SetAttributeRaw(name, samples[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(samples)) {
		for _, item := range items {
			if item.GetAttribute(name) == nil {
				item.SetAttributeRaw(name, joined("true ? null : ", samples[name], ""))
			}
		}
	}
}

// asList gives a list a type that does not depend on its length.
func asList(value hclwrite.Tokens) hclwrite.Tokens {
	if len(value) == 0 || value[0].Type != hclsyntax.TokenOBrack || listsObjects.Match(value.Bytes()) {
		return value
	}
	return joined("tolist(", value, ")")
}

var listsObjects = regexp.MustCompile(`^\[\s*\{`)

func joined(before string, value hclwrite.Tokens, after string) hclwrite.Tokens {
	tokens := hclwrite.Tokens{{Type: hclsyntax.TokenIdent, Bytes: []byte(before)}}
	tokens = append(tokens, value...)
	return append(tokens, &hclwrite.Token{Type: hclsyntax.TokenIdent, Bytes: []byte(after)})
}

// edit replaces the source in a range.
type edit struct {
	start, end int
	text       string
}

// withNewNames replaces the addresses in all references, and the names of functions.
func (p *program) withNewNames(source []byte, name string) ([]byte, error) {
	file, diagnostics := hclsyntax.ParseConfig(source, name, hcl.InitialPos)
	if diagnostics.HasErrors() {
		return nil, diagnostics
	}
	edits := []edit{}
	diagnostics = hclsyntax.VisitAll(file.Body.(*hclsyntax.Body), func(node hclsyntax.Node) hcl.Diagnostics {
		switch x := node.(type) {
		case *hclsyntax.FunctionCallExpr:
			if older, isRenamed := assetFunctions[x.Name]; isRenamed {
				edits = append(edits, edit{x.NameRange.Start.Byte, x.NameRange.End.Byte, older})
			}
		case *hclsyntax.Attribute:
			edits = append(edits, unionKeys(x.Expr)...)
		case *hclsyntax.ScopeTraversalExpr:
			if renamed, isRenamed := p.newName(x.Traversal); isRenamed {
				edits = append(edits, edit{x.SrcRange.Start.Byte, x.Traversal[1].SourceRange().End.Byte, renamed})
			}
		}
		return nil
	})
	if diagnostics.HasErrors() {
		return nil, diagnostics
	}
	slices.SortFunc(edits, func(a, b edit) int { return a.start - b.start })
	text, end := []byte{}, 0
	for _, edit := range edits {
		text = append(append(text, source[end:edit.start]...), edit.text...)
		end = edit.end
	}
	return append(text, source[end:]...), nil
}

// unionKeys converts the keys of objects in a list. Only lists of unions are attributes instead of blocks, and the older dialect does not convert the
// keys of unions.
func unionKeys(value hclsyntax.Expression) []edit {
	list, isList := value.(*hclsyntax.TupleConsExpr)
	if !isList {
		return nil
	}
	edits := []edit{}
	for _, item := range list.Exprs {
		object, isObject := item.(*hclsyntax.ObjectConsExpr)
		if !isObject {
			continue
		}
		for _, entry := range object.Items {
			if name := hcl.ExprAsKeyword(entry.KeyExpr); name != "" {
				key := entry.KeyExpr.Range()
				edits = append(edits, edit{key.Start.Byte, key.End.Byte, string(camelCase([]byte(name)))})
			}
		}
	}
	return edits
}

var assetFunctions = map[string]string{
	"stringasset": "stringAsset", "fileasset": "fileAsset", "remoteasset": "remoteAsset",
	"filearchive": "fileArchive", "remotearchive": "remoteArchive", "assetarchive": "assetArchive",
}

// newName returns the first two steps of a reference in the older dialect, if they differ.
func (p *program) newName(reference hcl.Traversal) (string, bool) {
	if len(reference) < 2 {
		return "", false
	}
	label, isLabel := reference[1].(hcl.TraverseAttr)
	if !isLabel {
		return "", false
	}
	if reference.RootName() == "data" {
		function, isFunction := p.functions[label.Name]
		return "data." + function, isFunction
	}
	resource, isResource := p.renamed[address{reference.RootName(), label.Name}]
	return resource.reference(), isResource
}

func (a address) reference() string {
	if hclsyntax.ValidIdentifier(a[1]) {
		return a[0] + "." + a[1]
	}
	return a[0] + "[" + string(hclwrite.TokensForValue(cty.StringVal(a[1])).Bytes()) + "]"
}

func optionsOf(block *hclwrite.Block) *hclwrite.Body {
	options := block.Body().FirstMatchingBlock("pulumi", nil)
	if options == nil {
		return nil
	}
	return options.Body()
}

// literal returns the string value of an attribute.
func literal(body *hclwrite.Body, name string) (string, bool) {
	if body == nil || body.GetAttribute(name) == nil {
		return "", false
	}
	source := body.GetAttribute(name).Expr().BuildTokens(nil).Bytes()
	expression, diagnostics := hclsyntax.ParseExpression(source, "", hcl.InitialPos)
	if diagnostics.HasErrors() {
		return "", false
	}
	value, diagnostics := expression.Value(nil)
	if diagnostics.HasErrors() || value.Type() != cty.String {
		return "", false
	}
	return value.AsString(), true
}

var snakeCase = regexp.MustCompile(`_([a-z0-9])`)

// camelCased converts the names in a list of paths to the names of properties, because the older dialect does not convert them.
func camelCased(paths hclwrite.Tokens) hclwrite.Tokens {
	for _, token := range paths {
		if token.Type == hclsyntax.TokenIdent {
			token.Bytes = camelCase(token.Bytes)
		}
	}
	return paths
}

func camelCase(name []byte) []byte {
	return snakeCase.ReplaceAllFunc(name, func(found []byte) []byte { return bytes.ToUpper(found[1:]) })
}

// quoted converts a list of paths to strings.
func quoted(paths hclwrite.Tokens) hclwrite.Tokens {
	text := strings.Trim(string(camelCased(paths).Bytes()), "[] \n")
	values := []cty.Value{}
	for _, path := range strings.Split(text, ",") {
		if path = strings.TrimSpace(path); path != "" {
			values = append(values, cty.StringVal(path))
		}
	}
	return hclwrite.TokensForValue(cty.TupleVal(values))
}
