// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts that look like templates are what is tested
/** Links to resources that metric dimensions name, and to buckets that addresses name. */
import assert from "node:assert/strict";
import { inferLinks, type LinkableResource } from "../../src/links/infer-links.ts";
import { loadSchema } from "../../src/schema/load.ts";
import { fromPlainMap } from "../../src/value/plain.ts";
import { templates } from "./estate.ts";

const text = { type: "string" };
const texts = { type: "object", additionalProperties: text };
const metric = { type: "object", $ref: "#/types/cloud:watch/metric:Metric" };
const named = { inputProperties: { name: text }, properties: { name: text, arn: text }, required: ["name", "arn"] };
const alarm = {
  inputProperties: { namespace: text, dimensions: texts, metrics: { type: "array", items: metric }, description: text },
};
const bucket = {
  inputProperties: { bucket: text },
  properties: { bucket: text, arn: text },
  required: ["bucket", "arn"],
};
const job = { inputProperties: { output: text, arguments: texts, description: text } };

/** Resource types of a cloud with several services, which all have queues and buckets. The services are modules, or prefixes of type names. */
const forms = {
  modules: {
    queue: "cloud:sqs/queue:Queue",
    other: "cloud:batch/queue:Queue",
    bucket: "cloud:s3/bucket:Bucket",
    otherBucket: "cloud:lightsail/bucket:Bucket",
    alarm: "cloud:watch/alarm:Alarm",
    job: "cloud:glue/job:Job",
  },
  "one module": {
    queue: "cloud:index/sqsQueue:SqsQueue",
    other: "cloud:index/batchQueue:BatchQueue",
    bucket: "cloud:index/s3Bucket:S3Bucket",
    otherBucket: "cloud:index/lightsailBucket:LightsailBucket",
    alarm: "cloud:index/watchAlarm:WatchAlarm",
    job: "cloud:index/glueJob:GlueJob",
  },
} as const;

for (const [form, tokens] of Object.entries(forms)) {
  const schema = loadSchema(
    Buffer.from(
      JSON.stringify({
        name: "cloud",
        version: "1.0.0",
        types: {
          "cloud:watch/metric:Metric": { type: "object", properties: { namespace: text, dimensions: texts } },
        },
        resources: {
          [tokens.queue]: named,
          [tokens.other]: named,
          [tokens.bucket]: bucket,
          [tokens.otherBucket]: bucket,
          [tokens.alarm]: alarm,
          [tokens.job]: job,
        },
      }),
    ),
  );
  const resource = (type: string, name: string, id: string, inputs: object, outputs: object = {}): LinkableResource => {
    const described = schema.resource(type) ?? assert.fail(type);
    const urn = `urn:pulumi:dev::shop::${type}::${name}`;
    const given = fromPlainMap(inputs as Parameters<typeof fromPlainMap>[0]);
    const all = new Map([...given, ...fromPlainMap(outputs as Parameters<typeof fromPlainMap>[0])]);
    return { urn, type, name, id, schema: described, inputs: given, outputs: all, kind: "custom", consumer: true };
  };
  const owner = "arn:cloud:sqs:eu-west-1:123456789012";
  const queue = resource(
    tokens.queue,
    "queue",
    "https://sqs.eu-west-1.example.com/1/orders",
    { name: "orders" },
    { arn: `${owner}:orders` },
  );
  const other = resource(
    tokens.other,
    "batch",
    `${owner}:batch/orders`,
    { name: "orders" },
    { arn: `${owner}:batch/orders` },
  );
  const store = resource(
    tokens.bucket,
    "store",
    "shop-data",
    { bucket: "shop-data" },
    { arn: "arn:cloud:s3:::shop-data" },
  );
  const linksOf = (consumer: LinkableResource, others: readonly LinkableResource[]) => {
    const all = [...others, consumer];
    return templates(inferLinks(all, new Map([["cloud", schema]])).links.get(consumer.urn), all);
  };
  const alarmWith = (inputs: object) => linksOf(resource(tokens.alarm, "alarm", "alarm", inputs), [queue, other]);
  const jobWith = (inputs: object, ...others: readonly LinkableResource[]) =>
    linksOf(resource(tokens.job, "job", "job", inputs), [store, ...others]);

  describe(`names in metric dimensions (${form})`, () => {
    it("links a metric dimension to a resource of the service that its namespace names", () => {
      assert.deepEqual(alarmWith({ namespace: "AWS/SQS", dimensions: { QueueName: "orders" } }), {
        "dimensions.QueueName": "${queue.name}",
      });
      assert.deepEqual(alarmWith({ metrics: [{ namespace: "AWS/Batch", dimensions: { QueueName: "orders" } }] }), {
        "metrics[0].dimensions.QueueName": "${batch.name}",
      });
    });

    it("keeps a metric dimension literal if its namespace names another service, or none", () => {
      assert.deepEqual(alarmWith({ namespace: "AWS/Events", dimensions: { QueueName: "orders" } }), {});
      assert.deepEqual(alarmWith({ namespace: "shop", dimensions: { QueueName: "orders" } }), {});
      assert.deepEqual(alarmWith({ dimensions: { QueueName: "orders" } }), {});
      assert.deepEqual(alarmWith({ namespace: "AWS/SQS", dimensions: { Name: "orders" } }), {});
    });
  });

  describe(`addresses of objects in buckets (${form})`, () => {
    it("links the address of an object to its bucket", () => {
      assert.deepEqual(jobWith({ output: "s3://shop-data/out/", arguments: { "--temp": "s3://shop-data" } }), {
        output: "s3://${store.id}/out/",
        'arguments["--temp"]': "s3://${store.id}",
      });
    });

    it("keeps the address of an object literal in descriptions, and for unknown buckets", () => {
      assert.deepEqual(jobWith({ output: "s3://shop-data-2/out/" }), {});
      assert.deepEqual(jobWith({ output: "gs://shop-data/out/" }), {});
      assert.deepEqual(jobWith({ description: "s3://shop-data/out/" }), {});
      const foreign = resource(
        tokens.otherBucket,
        "foreign",
        "lights",
        { bucket: "lights" },
        { arn: "arn:cloud:lightsail:::lights" },
      );
      assert.deepEqual(jobWith({ output: "s3://lights/out/" }, foreign), {});
    });
  });
}
