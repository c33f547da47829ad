/** Imports objects that the broker's HTTP API created, with the published, bridged provider. */
import { describeEstate } from "./systems/estate.ts";
import { missingRabbitmq, startRabbitmq } from "./systems/rabbitmq.ts";
import {
  assertLogins,
  brokerCanaries,
  brokerContents,
  fillBroker,
  passwords,
  passwordVariable,
  userEntry,
} from "./systems/rabbitmq-estate.ts";

describeEstate({
  title: "an import of the objects in RabbitMQ",
  provider: "rabbitmq",
  missing: missingRabbitmq,
  start: startRabbitmq,
  stop: (broker) => broker.stop(),
  fill: fillBroker,
  empty: (broker) => broker.empty(),
  contents: brokerContents,
  settings: ({ endpoint, username, password }) => ({
    endpoint: { value: endpoint },
    username: { value: username },
    password: { value: password, secret: true },
  }),
  env: Object.fromEntries(Object.entries(passwords).map(([name, password]) => [passwordVariable(name), password])),
  // Read returns no password to compare, so `ignoreChanges` keeps the given one from existing users. New users get it.
  verdicts: Object.fromEntries(Object.keys(passwords).map((name) => [userEntry(name), "ignored"])),
  canaries: brokerCanaries,
  assertRecreated: assertLogins,
});
