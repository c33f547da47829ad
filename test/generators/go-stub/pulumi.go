// Package pulumi is a core SDK that records the registrations of programs.
package pulumi

import (
	"encoding/json"
	"fmt"
	"strings"
)

type (
	Context      struct{}
	Input        any
	String       string
	Float64      float64
	Int          int
	Bool         bool
	Array        []Input
	Map          map[string]Input
	StringOutput struct{ Text string }
)

// Registration is one resource. Maps are lists of entries.
type Registration struct {
	Type   string `json:"type"`
	Name   string `json:"name"`
	Inputs any    `json:"inputs"`
}

// Made has the registrations since the last reset.
var Made = []Registration{}

func Run(program func(ctx *Context) error) {
	if err := program(&Context{}); err != nil {
		panic(err)
	}
}

func Sprintf(format string, args ...any) StringOutput {
	return StringOutput{fmt.Sprintf(format, args...)}
}

// JSONMarshal restores the output markers that the JSON encoder escapes.
func JSONMarshal(value any) StringOutput {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	mark, _ := json.Marshal("<<a.First|out>>")
	return StringOutput{strings.ReplaceAll(string(text), strings.Trim(string(mark), `"`), "<<a.First|out>>")}
}

func (output StringOutput) MarshalJSON() ([]byte, error) { return json.Marshal(output.Text) }

func (output StringOutput) String() string { return output.Text }

func Note(kind, name string, inputs Map) {
	for key, value := range inputs {
		if value == nil {
			delete(inputs, key)
		}
	}
	Made = append(Made, Registration{kind, name, plain(inputs)})
}

func plain(value any) any {
	switch value := value.(type) {
	case Map:
		entries := [][2]any{}
		for key, item := range value {
			entries = append(entries, [2]any{key, plain(item)})
		}
		return map[string]any{"entries": entries}
	case Array:
		items := []any{}
		for _, item := range value {
			items = append(items, plain(item))
		}
		return items
	case StringOutput:
		return value.Text
	default:
		return value
	}
}
