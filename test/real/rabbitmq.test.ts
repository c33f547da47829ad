/** RabbitMQ by a classic bridge of its published provider: an estate made through the broker's HTTP API. */
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
  title: "an estate in RabbitMQ",
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
  // No answer of the broker has a password, so the first update sets it.
  verdicts: Object.fromEntries(Object.keys(passwords).map((name) => [userEntry(name), "update"])),
  canaries: brokerCanaries,
  assertRecreated: assertLogins,
});
