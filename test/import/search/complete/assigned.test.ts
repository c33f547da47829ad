import assert from "node:assert/strict";
import { detailed, type ModelType, refuse, unknownText, urnOf } from "../../model-cloud.ts";
import { lenient } from "./bridged.ts";
import { completeOne } from "./classes.ts";
import { list, planning, text } from "./model-parts.ts";

describe("values that the cloud chose", () => {
  const server: ModelType = {
    inputProperties: { name: text, privateIp: text, serverId: text, mac: text, uuid: text, group: text },
    requiredInputs: ["name"],
    diff: lenient,
    create: planning({ privateIp: unknownText, serverId: unknownText, uuid: unknownText, group: unknownText }),
  };
  const id = "i-0a1b2c3d4e5f60718";
  const uuid = "1b4e28ba-2fa1-41d2-883f-0016d3cca427";

  it("omits identifiers, addresses, and generated values that the cloud assigned", async () => {
    const inputs = { name: "n", privateIp: "10.0.0.7", serverId: id, uuid };
    const { program, classes } = await completeOne(server, { id, inputs });
    assert.deepEqual(program, { name: "n" });
    assert.deepEqual(classes, {
      name: "set: required",
      privateIp: "assigned: address",
      serverId: "assigned: identifier",
      uuid: "assigned: generated",
    });
  });

  it("omits reserved default names if the Create preview leaves them unknown", async () => {
    const inputs = { name: "n", group: "default:mysql-8-0" };
    const { program, classes } = await completeOne(server, { id, inputs });
    assert.deepEqual([program, classes.group], [{ name: "n" }, "assigned: reserved"]);
    assert.deepEqual((await completeOne(server, { id, inputs: { name: "n", group: "default" } })).program, {
      name: "n",
      group: "default",
    });
  });

  it("omits names and policies whose form shows that the cloud created them", async () => {
    const arn = "arn:aws:iam::123456789012:role";
    const policyOf = (more: object) => {
      const statement = {
        Sid: "__default_statement_ID",
        Effect: "Allow",
        Principal: { AWS: "*" },
        Action: "SNS:Publish",
      };
      return JSON.stringify({ Id: "__default_policy_ID", Statement: [{ ...statement, ...more }] });
    };
    const owner = { Condition: { StringEquals: { "AWS:SourceOwner": "123456789012" } } };
    const reservedValues: Readonly<Record<string, string>> = {
      group: "alias/aws/rds",
      uuid: "arn:aws:kms:eu-west-1:123456789012:alias/aws/rds",
      mac: `${arn}/aws-service-role/autoscaling.amazonaws.com/AWSServiceRoleForAutoScaling`,
      privateIp: policyOf(owner),
    };
    const open = { privateIp: unknownText, uuid: unknownText, group: unknownText, mac: unknownText };
    const computing: ModelType = { ...server, create: planning(open) };
    for (const [property, value] of Object.entries(reservedValues)) {
      const { program, classes } = await completeOne(computing, { id, inputs: { name: "n", [property]: value } });
      assert.deepEqual([program, classes[property]], [{ name: "n" }, "assigned: reserved"]);
    }
    const users = {
      group: "alias/orders",
      mac: `${arn}/orders`,
      privateIp: policyOf({}),
      uuid: policyOf({ ...owner, Sid: "shop" }),
    };
    const { program } = await completeOne(computing, { id, inputs: { name: "n", ...users } });
    assert.deepEqual(program, { name: "n", ...users });
  });

  it("omits the resource's own ARN, but sets the ARN of another resource", async () => {
    const inputProperties = { name: text, arn: text, targetArn: text };
    const create = planning({ arn: unknownText, targetArn: unknownText });
    const named: ModelType = { ...server, inputProperties, create };
    const own = "arn:aws:sqs:eu-west-1:123456789012:orders";
    const { program, classes } = await completeOne(named, { id: "orders", inputs: { name: "orders", arn: own } });
    assert.deepEqual([program, classes.arn], [{ name: "orders" }, "assigned: identifier"]);
    const other = { name: "invoices", arn: own, targetArn: own };
    assert.deepEqual((await completeOne(named, { id: "invoices", inputs: other })).program, other);
  });

  it("sets an assigned value that Create requires, and omits a conflicting assigned value", async () => {
    const choosy: ModelType = {
      ...server,
      check: (_, news) =>
        news.privateIp !== undefined && news.uuid !== undefined
          ? { failures: [{ property: "", reason: "the combination is not possible" }] }
          : { inputs: news },
      create: (news) => (news.privateIp === undefined ? refuse("invalid", "the plan fails") : news),
    };
    const inputs = { name: "n", privateIp: "10.0.0.7", uuid };
    const { program, remarks } = await completeOne(choosy, { id, inputs });
    assert.deepEqual([program, remarks], [{ name: "n", privateIp: "10.0.0.7" }, []]);
  });

  it("sets a list of IDs, because they name other resources", async () => {
    const balancer: ModelType = {
      inputProperties: { name: text, subnetIds: list(text), addresses: list(text) },
      requiredInputs: ["name"],
      diff: lenient,
      create: planning({ subnetIds: unknownText, addresses: unknownText }),
    };
    const inputs = { name: "n", subnetIds: ["subnet-0a1b2c3d", "subnet-4d3c2b1a"], addresses: ["10.0.0.7"] };
    const { program, classes } = await completeOne(balancer, { inputs });
    assert.deepEqual(program, { name: "n", subnetIds: inputs.subnetIds });
    assert.equal(classes.addresses, "assigned: address");
  });

  it("sets an assigned value if changing it would replace the resource", async () => {
    const inputs = { name: "n", group: "default:mysql-8-0", uuid };
    for (const stubborn of [false, true]) {
      const replacing: ModelType = {
        ...server,
        diff: (request) => {
          if (stubborn && String(request.news.uuid ?? "").endsWith("-probe")) refuse("other");
          return lenient(request, ["group"]);
        },
      };
      const { program, classes } = await completeOne(replacing, { id, inputs });
      assert.deepEqual(program, { name: "n", group: "default:mysql-8-0" });
      assert.equal(classes.uuid, "assigned: generated");
    }
  });

  it("omits an assigned address even if changing it would replace the resource", async () => {
    const marks: ModelType = {
      ...server,
      inputProperties: { ...server.inputProperties, privateIp: { ...text, willReplaceOnChanges: true } },
    };
    const replaces: ModelType = { ...server, diff: (request) => lenient(request, ["privateIp"]) };
    for (const type of [marks, replaces]) {
      const { program, classes } = await completeOne(type, { id, inputs: { name: "n", privateIp: "10.0.0.7" } });
      assert.deepEqual([program, classes.privateIp], [{ name: "n" }, "assigned: address"]);
    }
  });

  it("sets values that replace the resource, are missing in the Create preview, or are hashes or references", async () => {
    const flagged: ModelType = {
      ...server,
      inputProperties: { ...server.inputProperties, group: { ...text, willReplaceOnChanges: true } },
    };
    const inputs = { name: "n", group: "default:mysql-8-0" };
    assert.deepEqual((await completeOne(flagged, { id, inputs })).program, inputs);
    const absent = { name: "n", mac: "0a1b2c3d4e5f" };
    assert.deepEqual((await completeOne(server, { id, inputs: absent })).program, absent);
    const digest = { name: "n", uuid: "6938fd4d98bab03faadb97b34396831e3780aea1" };
    assert.deepEqual((await completeOne(server, { id, inputs: digest })).program, digest);
    const group = { name: "n", group: "sg-0a1b2c3d" };
    const linked = new Map([[urnOf("one"), [["group"]]]]);
    assert.deepEqual((await completeOne(server, { id, inputs: group }, { linked })).program, group);
  });

  it("sets an address that is not an output of the provider", async () => {
    const { properties: _, ...rest } = server;
    const given: ModelType = { ...rest, properties: { name: text } };
    const inputs = { name: "n", privateIp: "10.0.0.7" };
    assert.deepEqual((await completeOne(given, { id, inputs })).program, inputs);
  });

  it("sets an assigned value that `properties` of the import file lists", async () => {
    const inputs = { name: "n", privateIp: "10.0.0.7" };
    const { classes } = await completeOne(server, { id, inputs, properties: [["privateIp"]] });
    assert.equal(classes.privateIp, "set: asked");
  });

  it("sets an assigned value without which the preview is not clean", async () => {
    const strict: ModelType = {
      ...server,
      diff: ({ olds, news }) => detailed({ name: olds.name ?? null, privateIp: olds.privateIp ?? null }, news),
    };
    const inputs = { name: "n", privateIp: "10.0.0.7" };
    const { program, verdict } = await completeOne(strict, { id, inputs });
    assert.deepEqual([verdict, program], ["clean", inputs]);
  });
});
