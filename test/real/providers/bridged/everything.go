package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/hashicorp/terraform-plugin-sdk/v2/diag"
	"github.com/hashicorp/terraform-plugin-sdk/v2/helper/schema"
	"github.com/pulumi/pulumi-terraform-bridge/v3/pkg/tfbridge"
)

// The bridge's settings for fields of the Terraform schema.
var everythingFields = map[string]overrides{
	"bridged_declared": {
		"two":    {Name: "__two"},
		"nested": {Elem: &tfbridge.SchemaInfo{Fields: overrides{"type": {Name: "__type"}}}},
	},
}

// everything is a provider with persistent objects in a JSON file. The id of an object is its name.
func everything() *schema.Provider {
	text := func(change ...func(*schema.Schema)) *schema.Schema {
		return attribute(schema.TypeString, nil, change...)
	}
	name := text(required, forceNew)
	map_ := func(element any) *schema.Schema { return attribute(schema.TypeMap, element, optional) }
	list := func(element any) *schema.Schema { return attribute(schema.TypeList, element, optional) }
	set := func(element any) *schema.Schema { return attribute(schema.TypeSet, element, optional) }
	block := func(attributes map[string]*schema.Schema) *schema.Resource {
		return &schema.Resource{Schema: attributes}
	}
	texts := &schema.Schema{Type: schema.TypeString}
	textMap := &schema.Schema{Type: schema.TypeMap, Elem: texts}
	// Types whose objects have ARNs. The keys in the file are the import IDs, which have another form for each type.
	addressed := func(more ...string) *schema.Resource {
		attributes := map[string]*schema.Schema{"name": name, "arn": text(computed), "description": text(optional)}
		for _, attribute := range more {
			attributes[attribute] = text(optional)
		}
		return stored(attributes)
	}
	return &schema.Provider{
		Schema: map[string]*schema.Schema{
			"file":     {Type: schema.TypeString, Required: true},
			"greeting": {Type: schema.TypeString, Optional: true, DefaultFunc: schema.EnvDefaultFunc("BRIDGED_GREETING", "hello")},
		},
		ConfigureContextFunc: func(_ context.Context, data *schema.ResourceData) (any, diag.Diagnostics) {
			return file(data.Get("file").(string)), nil
		},
		ResourcesMap: map[string]*schema.Resource{
			"bridged_map": stored(map[string]*schema.Schema{
				"name":   name,
				"labels": map_(texts),
				"counts": map_(&schema.Schema{Type: schema.TypeInt}),
				"rows":   list(textMap),
				"secret": attribute(schema.TypeMap, texts, optional, sensitive),
			}),
			"bridged_block": stored(map[string]*schema.Schema{
				"name":     name,
				"settings": attribute(schema.TypeList, block(map[string]*schema.Schema{"size": attribute(schema.TypeInt, nil, optional), "labels": map_(texts)}), optional, one),
				"rules": set(block(map[string]*schema.Schema{
					"port":  attribute(schema.TypeInt, nil, required),
					"hosts": set(texts),
					"parts": set(block(map[string]*schema.Schema{"key": text(required), "labels": map_(texts)})),
				})),
				"logins": list(block(map[string]*schema.Schema{"user": text(required), "password": text(required, sensitive)})),
			}),
			"bridged_choice": stored(map[string]*schema.Schema{
				"name":   name,
				"cidr":   text(optional, func(s *schema.Schema) { s.ConflictsWith = []string{"range"} }),
				"range":  text(optional, func(s *schema.Schema) { s.ConflictsWith = []string{"cidr"} }),
				"file":   text(optional, func(s *schema.Schema) { s.ExactlyOneOf = []string{"file", "inline"} }),
				"inline": text(optional, func(s *schema.Schema) { s.ExactlyOneOf = []string{"file", "inline"} }),
			}),
			"bridged_default": upgraded(stored(map[string]*schema.Schema{
				"name":  name,
				"mode":  text(optional, func(s *schema.Schema) { s.Default = "fast" }),
				"zone":  text(optional, func(s *schema.Schema) { s.DefaultFunc = schema.EnvDefaultFunc("BRIDGED_ZONE", "a") }),
				"owner": text(optional, computed),
				"arn":   text(computed),
			})),
			// Read does not return the deletion settings.
			"bridged_unread": stored(map[string]*schema.Schema{
				"name":          name,
				"size":          attribute(schema.TypeInt, nil, optional),
				"force_destroy": attribute(schema.TypeBool, nil, optional, func(s *schema.Schema) { s.Default = false }),
				"grace":         attribute(schema.TypeInt, nil, optional, func(s *schema.Schema) { s.Default = 30 }),
			}),
			"bridged_secret": stored(map[string]*schema.Schema{
				"name":                name,
				"token":               text(optional, sensitive),
				"password_wo":         text(optional, func(s *schema.Schema) { s.WriteOnly = true }),
				"password_wo_version": attribute(schema.TypeInt, nil, optional),
			}),
			"bridged_ecs_cluster":           addressed(),
			"bridged_ecs_service":           addressed("cluster"),
			"bridged_s3_bucket":             addressed(),
			"bridged_iam_role":              addressed("path"),
			"bridged_iam_policy":            addressed(),
			"bridged_sqs_queue":             addressed("url"),
			"bridged_sns_topic":             addressed(),
			"bridged_vpc":                   addressed(),
			"bridged_security_group":        addressed(),
			"bridged_lambda_function":       addressed(),
			"bridged_log_group":             addressed(),
			"bridged_dynamodb_table":        addressed(),
			"bridged_load_balancer":         addressed(),
			"bridged_kms_key":               addressed(),
			"bridged_rds_cluster":           addressed(),
			"bridged_secretsmanager_secret": addressed(),
			"bridged_declared": stored(map[string]*schema.Schema{
				"name":   name,
				"two":    text(optional),
				"nested": list(block(map[string]*schema.Schema{"type": text(required), "size": attribute(schema.TypeInt, nil, optional)})),
			}),
		},
	}
}

func attribute(kind schema.ValueType, element any, change ...func(*schema.Schema)) *schema.Schema {
	made := &schema.Schema{Type: kind, Elem: element}
	for _, apply := range change {
		apply(made)
	}
	return made
}

func required(s *schema.Schema)  { s.Required = true }
func optional(s *schema.Schema)  { s.Optional = true }
func computed(s *schema.Schema)  { s.Computed = true }
func forceNew(s *schema.Schema)  { s.ForceNew = true }
func sensitive(s *schema.Schema) { s.Sensitive = true }
func one(s *schema.Schema)       { s.MaxItems = 1 }

// upgraded adds a version and a state upgrade to the type.
func upgraded(resource *schema.Resource) *schema.Resource {
	resource.SchemaVersion = 1
	resource.StateUpgraders = []schema.StateUpgrader{{
		Version: 0,
		Type:    resource.CoreConfigSchema().ImpliedType(),
		Upgrade: func(_ context.Context, state map[string]any, _ any) (map[string]any, error) { return state, nil },
	}}
	return resource
}

// stored returns a resource type that stores its objects in the JSON file.
func stored(attributes map[string]*schema.Schema) *schema.Resource {
	save := func(_ context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
		name := data.Get("name").(string)
		data.SetId(name)
		if _, has := attributes["owner"]; has && data.Get("owner") == "" {
			_ = data.Set("owner", "nobody")
		}
		if _, has := attributes["arn"]; has {
			_ = data.Set("arn", "arn:bridged:"+name)
		}
		object := map[string]any{}
		for attribute, described := range attributes {
			if value, has := data.GetOk(attribute); has && !described.WriteOnly && !isUnread(attribute) {
				object[attribute] = plain(value)
			}
		}
		return failed(meta.(file).change(func(objects map[string]map[string]any) { objects[name] = object }))
	}
	return &schema.Resource{
		Schema:        attributes,
		CreateContext: save,
		UpdateContext: save,
		ReadContext: func(_ context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
			objects, err := meta.(file).load()
			object, has := objects[data.Id()]
			if err != nil || !has {
				data.SetId("")
				return failed(err)
			}
			for attribute, value := range object {
				if err := data.Set(attribute, value); err != nil {
					return diag.FromErr(fmt.Errorf("%s: %w", attribute, err))
				}
			}
			return nil
		},
		DeleteContext: func(_ context.Context, data *schema.ResourceData, meta any) diag.Diagnostics {
			return failed(meta.(file).change(func(objects map[string]map[string]any) { delete(objects, data.Id()) }))
		},
		Importer: &schema.ResourceImporter{StateContext: schema.ImportStatePassthroughContext},
		Timeouts: &schema.ResourceTimeout{Create: schema.DefaultTimeout(5 * time.Minute)},
	}
}

func isUnread(attribute string) bool {
	return attribute == "force_destroy" || attribute == "grace" || strings.HasSuffix(attribute, "_wo")
}

// plain converts sets to lists at every depth.
func plain(value any) any {
	switch value := value.(type) {
	case *schema.Set:
		return plain(value.List())
	case []any:
		items := make([]any, len(value))
		for index, item := range value {
			items[index] = plain(item)
		}
		return items
	case map[string]any:
		entries := map[string]any{}
		for key, item := range value {
			entries[key] = plain(item)
		}
		return entries
	}
	return value
}

// file is the path of the JSON file, which has the objects by ID.
type file string

func (path file) load() (map[string]map[string]any, error) {
	objects := map[string]map[string]any{}
	text, err := os.ReadFile(string(path))
	if os.IsNotExist(err) {
		return objects, nil
	}
	if err != nil {
		return nil, err
	}
	return objects, json.Unmarshal(text, &objects)
}

// change locks the file, because the engine creates objects concurrently, also through several processes of the provider.
func (path file) change(apply func(map[string]map[string]any)) error {
	lock, err := os.OpenFile(string(path)+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		return err
	}
	objects, err := path.load()
	if err != nil {
		return err
	}
	apply(objects)
	text, err := json.Marshal(objects)
	if err != nil {
		return err
	}
	// Readers don't lock the file, so replace it at once.
	written := fmt.Sprintf("%s.%d", path, os.Getpid())
	if err := os.WriteFile(written, text, 0o600); err != nil {
		return err
	}
	return os.Rename(written, string(path))
}

func failed(err error) diag.Diagnostics {
	if err == nil {
		return nil
	}
	return diag.FromErr(err)
}
