// Package a has the resource types of unusual programs.
package a

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

type (
	First      struct{ Out pulumi.StringOutput }
	FirstArgs  struct{}
	SecondArgs struct{ P0, P1, P2, P3 pulumi.Input }
	AllArgs    struct{ Texts pulumi.Input }
)

func NewFirst(_ *pulumi.Context, name string, _ *FirstArgs) (*First, error) {
	pulumi.Note("a.First", name, pulumi.Map{})
	return &First{pulumi.StringOutput{Text: "<<a.First|out>>"}}, nil
}

func NewSecond(_ *pulumi.Context, name string, args *SecondArgs) (any, error) {
	if args == nil {
		args = &SecondArgs{}
	}
	pulumi.Note("a.Second", name, pulumi.Map{"p0": args.P0, "p1": args.P1, "p2": args.P2, "p3": args.P3})
	return nil, nil
}

func NewAll(_ *pulumi.Context, name string, args *AllArgs) (any, error) {
	pulumi.Note("a.All", name, pulumi.Map{"texts": args.Texts})
	return nil, nil
}
