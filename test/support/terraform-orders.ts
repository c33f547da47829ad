/** The expected import specs for states of fixtures/terraform/orders that any version of Terraform wrote. */

/** Types of the published schema, from a bridge of the same provider. */
export const ordersTokens = {
  aws_security_group: "aws:index/securityGroup:SecurityGroup",
  aws_sqs_queue: "aws:index/sqsQueue:SqsQueue",
  aws_ssm_parameter: "aws:index/ssmParameter:SsmParameter",
  aws_subnet: "aws:index/subnet:Subnet",
  aws_vpc: "aws:index/vpc:Vpc",
};

/** The expected names of the resources. */
export const ordersResources = [
  ["aws_sqs_queue.dead", "aws:index/sqsQueue:SqsQueue", "dead", ""],
  ["aws_sqs_queue.orders[0]", "aws:index/sqsQueue:SqsQueue", "orders-0", ""],
  ["aws_sqs_queue.orders[1]", "aws:index/sqsQueue:SqsQueue", "orders-1", ""],
  ["aws_sqs_queue.west", "aws:index/sqsQueue:SqsQueue", "west", ""],
  ["aws_ssm_parameter.password", "aws:index/ssmParameter:SsmParameter", "password", ""],
  ["aws_vpc.replaced", "aws:index/vpc:Vpc", "replaced", ""],
  ['module.net["eu"].aws_security_group.web', "aws:index/securityGroup:SecurityGroup", "web", 'module.net["eu"]'],
  ['module.net["eu"].aws_subnet.private["a"]', "aws:index/subnet:Subnet", "net-eu-private-a", 'module.net["eu"]'],
  [
    'module.net["eu"].aws_subnet.private["b \\"c\\""]',
    "aws:index/subnet:Subnet",
    'net-eu-private-b "c"',
    'module.net["eu"]',
  ],
  ['module.net["eu"].aws_vpc.main', "aws:index/vpc:Vpc", "net-eu-main", 'module.net["eu"]'],
  ['module.net["us"].aws_subnet.private["a"]', "aws:index/subnet:Subnet", "net-us-private-a", 'module.net["us"]'],
  [
    'module.net["us"].aws_subnet.private["b \\"c\\""]',
    "aws:index/subnet:Subnet",
    'net-us-private-b "c"',
    'module.net["us"]',
  ],
  ['module.net["us"].aws_vpc.main', "aws:index/vpc:Vpc", "net-us-main", 'module.net["us"]'],
] as const;

/** The expected components, with address, type, logical name, and parent. */
export const ordersComponents = [
  ['module.net["eu"]', "components:index:Net", "net-eu", undefined],
  ['module.net["us"]', "components:index:Net", "net-us", undefined],
];

/** The addresses that imp omits, and a word of the reason. */
export const ordersLeftOut = [
  ["aws_vpc.replaced", "deposed"],
  ["data.aws_region.here", "data"],
  ['module.net["us"].aws_security_group.web', "tainted"],
  ["terraform_data.deposed", "built"],
  ["terraform_data.marker", "built"],
  ["terraform_data.tainted", "tainted"],
];

/** Returns the reasons in the format of `ordersLeftOut`. */
export function reasonsOf(leftOut: readonly { readonly address: string; readonly why: string }[]) {
  return leftOut.map(({ address, why }) => [address, /deposed|tainted|built|data/.exec(why)?.[0]]).sort();
}
