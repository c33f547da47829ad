/**
 * The names that clouds and providers use for the same thing, in the spelling of the clouds. Only names that differ are listed. Sources: the service
 * prefixes of AWS's ARNs, and the resource names and import sections of the Terraform and Pulumi providers.
 */
// cspell:disable
import { comparableName } from "./comparable-names.ts";

/** The names of a service in packages. `""` is for types without the name of the service, such as `aws_vpc`. */
const services: Readonly<Record<string, readonly string[]>> = {
  airflow: ["mwaa"],
  aoss: ["opensearchserverless", "opensearch"],
  apigateway: ["apigateway", "apigatewayv2"],
  "application-autoscaling": ["appautoscaling"],
  cassandra: ["keyspaces"],
  certificatemanager: ["acm", "certificatemanager"],
  cloudfunctions: ["cloudfunctionsv2", "cloudfunctions"],
  cloudresourcemanager: ["organizations", "projects", ""],
  "cognito-identity": ["cognito"],
  "cognito-idp": ["cognito"],
  config: ["cfg", "config"],
  configservice: ["cfg", "config"],
  ds: ["directoryservice"],
  ec2: ["ec2", "", "vpc", "ebs", "ec2clientvpn", "ec2transitgateway"],
  elasticfilesystem: ["efs"],
  elasticloadbalancing: ["lb", "elb"],
  elasticloadbalancingv2: ["lb"],
  elasticmapreduce: ["emr"],
  es: ["opensearch", "elasticsearch"],
  events: ["cloudwatchevent", "cloudwatch"],
  firehose: ["kinesisfirehose", "kinesis"],
  geo: ["location"],
  iam: ["iam", "serviceaccount", "projects"],
  kafka: ["msk"],
  kinesisanalytics: ["kinesisanalyticsv2"],
  kinesisfirehose: ["kinesisfirehose", "kinesis"],
  logging: ["logging", "projects"],
  logs: ["cloudwatch", "cloudwatchlog"],
  monitoring: ["cloudwatch", "monitoring"],
  opensearchservice: ["opensearch", "elasticsearch"],
  rds: ["rds", "", "docdb", "neptune"],
  run: ["cloudrunv2", "cloudrun"],
  s3express: ["s3"],
  ses: ["ses", "sesv2"],
  sqladmin: ["sql"],
  states: ["sfn"],
  stepfunctions: ["sfn"],
};

/** The names of a kind of object in packages, by `service/kind`. An empty kind is for services whose ARNs don't name the kind. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  "appsync/apis": ["graphqlapi"],
  "autoscaling/autoScalingGroup": ["group", "autoscalinggroup"],
  "backup/backup-plan": ["plan"],
  "backup/backup-vault": ["vault"],
  "cloudwatch/alarm": ["metricalarm"],
  "cloudtrail/trail": ["trail", ""],
  "codecommit/": ["repository"],
  "codedeploy/application": ["app", "application"],
  "codepipeline/": ["pipeline", ""],
  "config/config-rule": ["rule", "configrule"],
  "dax/cache": ["cluster"],
  "dms/rep": ["replicationinstance"],
  "dms/subgrp": ["replicationsubnetgroup"],
  "dms/task": ["replicationtask"],
  "ec2/client-vpn-endpoint": ["endpoint", "ec2clientvpnendpoint"],
  "ec2/dhcp-options": ["vpcdhcpoptions"],
  "ec2/elastic-ip": ["eip"],
  "ec2/image": ["ami"],
  "ec2/prefix-list": ["managedprefixlist", "ec2managedprefixlist"],
  "ec2/snapshot": ["snapshot", "ebssnapshot"],
  "ec2/volume": ["volume", "ebsvolume"],
  "ec2/vpc-flow-log": ["flowlog"],
  "ec2/security-group-rule": ["securitygroupingressrule", "securitygroupegressrule"],
  "elasticloadbalancing/loadbalancer": ["loadbalancer", ""],
  "elasticloadbalancingv2/loadbalancer": ["loadbalancer", ""],
  "events/connection": ["connection", "eventconnection"],
  "events/event-bus": ["eventbus", "bus"],
  "events/rule": ["eventrule", "rule"],
  "firehose/deliverystream": ["firehosedeliverystream", "deliverystream"],
  "kinesisfirehose/deliverystream": ["firehosedeliverystream", "deliverystream"],
  "fsx/file-system": ["lustrefilesystem", "windowsfilesystem", "ontapfilesystem", "openzfsfilesystem"],
  "glue/database": ["catalogdatabase"],
  "glue/table": ["catalogtable"],
  "iam/managedpolicy": ["policy"],
  "iam/mfa": ["virtualmfadevice"],
  "iam/oidc-provider": ["openidconnectprovider"],
  "lambda/layer": ["layerversion"],
  "organizations/ou": ["organizationalunit"],
  "rds/cluster-pg": ["clusterparametergroup"],
  "rds/db": ["instance", "dbinstance", "clusterinstance"],
  "rds/dbcluster": ["cluster"],
  "rds/dbclusterparametergroup": ["clusterparametergroup"],
  "rds/dbinstance": ["instance", "dbinstance", "clusterinstance"],
  "rds/dbparametergroup": ["parametergroup", "dbparametergroup"],
  "rds/dbproxy": ["proxy", "dbproxy"],
  "rds/dbsubnetgroup": ["subnetgroup", "dbsubnetgroup"],
  "rds/es": ["eventsubscription", "dbeventsubscription"],
  "rds/og": ["optiongroup", "dboptiongroup"],
  "rds/pg": ["parametergroup", "dbparametergroup"],
  "rds/snapshot": ["snapshot", "dbsnapshot"],
  "rds/subgrp": ["subnetgroup", "dbsubnetgroup"],
  "route53/hostedzone": ["zone"],
  "route53/recordset": ["record"],
  "s3/": ["bucket"],
  "servicediscovery/namespace": ["privatednsnamespace", "httpnamespace", "publicdnsnamespace"],
  "ses/identity": ["emailidentity", "domainidentity"],
  "sns/": ["topic"],
  "sns/subscription": ["topicsubscription"],
  "sqs/": ["queue"],
  // Azure
  "storage/storageAccounts/blobServices/containers": ["blobcontainer"],
  "storage/storageAccounts/fileServices/shares": ["fileshare"],
  "web/serverfarms": ["appserviceplan"],
  "web/sites": ["webapp"],
  "web/sites/slots": ["webappslot"],
  "dns/dnsZones": ["zone"],
  "dns/privateDnsZones": ["privatezone"],
  // Google
  "compute/backendService": ["backendservice", "regionbackendservice"],
  "compute/forwardingRule": ["forwardingrule", "globalforwardingrule"],
  "iam/role": ["role", "iamcustomrole"],
  "iam/serviceAccount": ["account"],
  "logging/logbucket": ["projectbucketconfig"],
  "logging/logsink": ["projectsink"],
  "sqladmin/instance": ["databaseinstance"],
  "storage/b": ["bucket"],
};

/** Import IDs that neither the identity nor an example shows, by `service/kind`. */
const idForms: Readonly<Record<string, readonly string[]>> = {
  "events/rule": ["{rest}"],
  "glue/database": ["{account}:{-1}"],
  "glue/table": ["{account}:{-2}:{-1}"],
  "kms/alias": ["alias/{rest}"],
  "sqs/": ["https://sqs.{region}.amazonaws.com/{account}/{-1}"],
  "ssm/parameter": ["/{rest}", "{rest}"],
  "wafv2/ipset": ["{-1}/{-2}/REGIONAL", "{-1}/{-2}/CLOUDFRONT"],
  "wafv2/regexpatternset": ["{-1}/{-2}/REGIONAL", "{-1}/{-2}/CLOUDFRONT"],
  "wafv2/rulegroup": ["{-1}/{-2}/REGIONAL", "{-1}/{-2}/CLOUDFRONT"],
  "wafv2/webacl": ["{-1}/{-2}/REGIONAL", "{-1}/{-2}/CLOUDFRONT"],
};

function byLetters(table: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, readonly string[]> {
  return new Map(Object.entries(table).map(([key, names]) => [key.split("/").map(comparableName).join("/"), names]));
}

const [serviceTable, kindTable, formTable] = [byLetters(services), byLetters(kinds), byLetters(idForms)];

/** Returns the names of a service in packages, as letters, best first. */
export function serviceNames(service: string): readonly string[] {
  const letters = serviceLetters(service);
  return [...new Set([...(serviceTable.get(letters) ?? []).map(comparableName), letters])];
}

/** Returns the names of a kind of object in packages, as letters, best first. The levels of `kind` are separated by slashes. */
export function kindNames(service: string, kind: string): readonly string[] {
  const levels = kind.split("/").map(comparableName);
  const listed = kindTable.get([serviceLetters(service), ...levels].join("/")) ?? [];
  return [...new Set([...listed.map(comparableName), levels.join(""), levels.at(-1) ?? ""])];
}

/** Returns the templates of import IDs that are known for a kind. */
export function knownIdForms(service: string, kind: string): readonly string[] {
  return formTable.get([serviceLetters(service), ...kind.split("/").map(comparableName)].join("/")) ?? [];
}

/** Returns the letters of a service without its vendor: `Microsoft.Network` is `network`. */
function serviceLetters(service: string): string {
  return comparableName(service.split(".").at(-1) ?? "");
}
