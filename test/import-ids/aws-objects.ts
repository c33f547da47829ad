/**
 * Objects of an AWS account, written by hand from the documentation of AWS (ARN formats) and of the Terraform and Pulumi providers (types and import IDs).
 */
// cspell:disable

export interface AwsObject {
  readonly arn: string;
  /** The name of the Terraform resource, without `aws_`. */
  readonly terraform: string;
  /** The Pulumi type in the `aws` package, without the package. */
  readonly pulumi: string;
  readonly id: string;
}

const uuid = "1a2b3c4d-5e6f-4a1b-8c2d-0123456789ab";
const other = "9f8e7d6c-5b4a-4392-8170-fedcba987654";

/** A line: the ARN after `arn:aws:`, the Terraform name, the Pulumi type, and the import ID. `=` is the ARN, and `.` the last part. */
const lines = `
s3:::shop-covers | s3_bucket | s3/bucket:Bucket | shop-covers
s3:::shop-logs | s3_bucket | s3/bucket:Bucket | shop-logs
s3:::data.shop.example | s3_bucket | s3/bucket:Bucket | data.shop.example
sqs:eu-west-1:123456789012:orders | sqs_queue | sqs/queue:Queue | ?
sns:eu-west-1:123456789012:alerts | sns_topic | sns/topic:Topic | =
sns:eu-west-1:123456789012:orders.fifo | sns_topic | sns/topic:Topic | =
sns:eu-west-1:123456789012:alerts:${uuid} | sns_topic_subscription | sns/topicSubscription:TopicSubscription | =
ec2:eu-west-1:123456789012:instance/i-0a1b2c3d4e5f60718 | instance | ec2/instance:Instance | .
ec2:eu-west-1:123456789012:instance/i-0a1b2c3d4e5f60719 | instance | ec2/instance:Instance | .
ec2:eu-west-1:123456789012:vpc/vpc-0a1b2c3d4e5f60718 | vpc | ec2/vpc:Vpc | .
ec2:eu-west-1:123456789012:subnet/subnet-0a1b2c3d4e5f60718 | subnet | ec2/subnet:Subnet | .
ec2:eu-west-1:123456789012:subnet/subnet-0a1b2c3d4e5f60719 | subnet | ec2/subnet:Subnet | .
ec2:eu-west-1:123456789012:security-group/sg-0a1b2c3d4e5f60718 | security_group | ec2/securityGroup:SecurityGroup | .
ec2:eu-west-1:123456789012:security-group-rule/sgr-0a1b2c3d4e5f60718 | vpc_security_group_ingress_rule | vpc/securityGroupIngressRule:SecurityGroupIngressRule | .
ec2:eu-west-1:123456789012:route-table/rtb-0a1b2c3d4e5f60718 | route_table | ec2/routeTable:RouteTable | .
ec2:eu-west-1:123456789012:internet-gateway/igw-0a1b2c3d4e5f60718 | internet_gateway | ec2/internetGateway:InternetGateway | .
ec2:eu-west-1:123456789012:egress-only-internet-gateway/eigw-0a1b2c3d4e5f60718 | egress_only_internet_gateway | ec2/egressOnlyInternetGateway:EgressOnlyInternetGateway | .
ec2:eu-west-1:123456789012:natgateway/nat-0a1b2c3d4e5f60718 | nat_gateway | ec2/natGateway:NatGateway | .
ec2:eu-west-1:123456789012:elastic-ip/eipalloc-0a1b2c3d4e5f60718 | eip | ec2/eip:Eip | .
ec2:eu-west-1:123456789012:network-acl/acl-0a1b2c3d4e5f60718 | network_acl | ec2/networkAcl:NetworkAcl | .
ec2:eu-west-1:123456789012:network-interface/eni-0a1b2c3d4e5f60718 | network_interface | ec2/networkInterface:NetworkInterface | .
ec2:eu-west-1:123456789012:dhcp-options/dopt-0a1b2c3d4e5f60718 | vpc_dhcp_options | ec2/vpcDhcpOptions:VpcDhcpOptions | .
ec2:eu-west-1:123456789012:volume/vol-0a1b2c3d4e5f60718 | ebs_volume | ebs/volume:Volume | .
ec2:eu-west-1:123456789012:key-pair/key-0a1b2c3d4e5f60718 | key_pair | ec2/keyPair:KeyPair | ?
ec2:eu-west-1:123456789012:launch-template/lt-0a1b2c3d4e5f60718 | launch_template | ec2/launchTemplate:LaunchTemplate | .
ec2:eu-west-1:123456789012:vpc-endpoint/vpce-0a1b2c3d4e5f60718 | vpc_endpoint | ec2/vpcEndpoint:VpcEndpoint | .
ec2:eu-west-1:123456789012:vpc-endpoint-service/vpce-svc-0a1b2c3d4e5f60718 | vpc_endpoint_service | ec2/vpcEndpointService:VpcEndpointService | .
ec2:eu-west-1:123456789012:vpc-peering-connection/pcx-0a1b2c3d4e5f60718 | vpc_peering_connection | ec2/vpcPeeringConnection:VpcPeeringConnection | .
ec2:eu-west-1:123456789012:vpc-flow-log/fl-0a1b2c3d4e5f60718 | flow_log | ec2/flowLog:FlowLog | .
ec2:eu-west-1:123456789012:transit-gateway/tgw-0a1b2c3d4e5f60718 | ec2_transit_gateway | ec2transitgateway/transitGateway:TransitGateway | .
ec2:eu-west-1:123456789012:customer-gateway/cgw-0a1b2c3d4e5f60718 | customer_gateway | ec2/customerGateway:CustomerGateway | .
ec2:eu-west-1:123456789012:vpn-gateway/vgw-0a1b2c3d4e5f60718 | vpn_gateway | ec2/vpnGateway:VpnGateway | .
ec2:eu-west-1:123456789012:vpn-connection/vpn-0a1b2c3d4e5f60718 | vpn_connection | ec2/vpnConnection:VpnConnection | .
ec2:eu-west-1:123456789012:image/ami-0a1b2c3d4e5f60718 | ami | ec2/ami:Ami | .
ec2:eu-west-1:123456789012:prefix-list/pl-0a1b2c3d4e5f60718 | ec2_managed_prefix_list | ec2/managedPrefixList:ManagedPrefixList | .
ec2:eu-west-1:123456789012:placement-group/web | placement_group | ec2/placementGroup:PlacementGroup | .
ec2:eu-west-1:123456789012:capacity-reservation/cr-0a1b2c3d4e5f60718 | ec2_capacity_reservation | ec2/capacityReservation:CapacityReservation | .
ec2:eu-west-1:123456789012:client-vpn-endpoint/cvpn-endpoint-0a1b2c3d4e5f60718 | ec2_client_vpn_endpoint | ec2clientvpn/endpoint:Endpoint | .
iam::123456789012:role/deployer | iam_role | iam/role:Role | .
iam::123456789012:role/service/worker | iam_role | iam/role:Role | .
iam::123456789012:user/alice | iam_user | iam/user:User | .
iam::123456789012:group/admins | iam_group | iam/group:Group | .
iam::123456789012:policy/read-only | iam_policy | iam/policy:Policy | =
iam::123456789012:policy/team/write | iam_policy | iam/policy:Policy | =
iam::123456789012:instance-profile/web | iam_instance_profile | iam/instanceProfile:InstanceProfile | .
iam::123456789012:oidc-provider/token.example.com | iam_openid_connect_provider | iam/openIdConnectProvider:OpenIdConnectProvider | =
iam::123456789012:saml-provider/corp | iam_saml_provider | iam/samlProvider:SamlProvider | =
iam::123456789012:server-certificate/web | iam_server_certificate | iam/serverCertificate:ServerCertificate | .
lambda:eu-west-1:123456789012:function:resize | lambda_function | lambda/function:Function | .
lambda:eu-west-1:123456789012:function:notify | lambda_function | lambda/function:Function | .
lambda:eu-west-1:123456789012:layer:deps:3 | lambda_layer_version | lambda/layerVersion:LayerVersion | =
lambda:eu-west-1:123456789012:event-source-mapping:${uuid} | lambda_event_source_mapping | lambda/eventSourceMapping:EventSourceMapping | .
lambda:eu-west-1:123456789012:code-signing-config:csc-0a1b2c3d4e5f60718 | lambda_code_signing_config | lambda/codeSigningConfig:CodeSigningConfig | =
dynamodb:eu-west-1:123456789012:table/orders | dynamodb_table | dynamodb/table:Table | .
dynamodb:eu-west-1:123456789012:table/carts | dynamodb_table | dynamodb/table:Table | .
rds:eu-west-1:123456789012:db:shop | db_instance | rds/instance:Instance | .
rds:eu-west-1:123456789012:cluster:shop | rds_cluster | rds/cluster:Cluster | .
rds:eu-west-1:123456789012:subgrp:private | db_subnet_group | rds/subnetGroup:SubnetGroup | .
rds:eu-west-1:123456789012:pg:shop-postgres | db_parameter_group | rds/parameterGroup:ParameterGroup | .
rds:eu-west-1:123456789012:cluster-pg:shop-aurora | rds_cluster_parameter_group | rds/clusterParameterGroup:ClusterParameterGroup | .
rds:eu-west-1:123456789012:og:shop-options | db_option_group | rds/optionGroup:OptionGroup | .
rds:eu-west-1:123456789012:es:failover | db_event_subscription | rds/eventSubscription:EventSubscription | .
elasticache:eu-west-1:123456789012:cluster:sessions | elasticache_cluster | elasticache/cluster:Cluster | .
elasticache:eu-west-1:123456789012:replicationgroup:cache | elasticache_replication_group | elasticache/replicationGroup:ReplicationGroup | .
elasticache:eu-west-1:123456789012:subnetgroup:private | elasticache_subnet_group | elasticache/subnetGroup:SubnetGroup | .
elasticache:eu-west-1:123456789012:parametergroup:redis7 | elasticache_parameter_group | elasticache/parameterGroup:ParameterGroup | .
redshift:eu-west-1:123456789012:cluster:warehouse | redshift_cluster | redshift/cluster:Cluster | .
redshift:eu-west-1:123456789012:subnetgroup:private | redshift_subnet_group | redshift/subnetGroup:SubnetGroup | .
elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/web/50dc6c495c0c9188 | lb | lb/loadBalancer:LoadBalancer | =
elasticloadbalancing:eu-west-1:123456789012:loadbalancer/net/tcp/50dc6c495c0c9189 | lb | lb/loadBalancer:LoadBalancer | =
elasticloadbalancing:eu-west-1:123456789012:loadbalancer/classic | elb | elb/loadBalancer:LoadBalancer | .
elasticloadbalancing:eu-west-1:123456789012:listener/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2 | lb_listener | lb/listener:Listener | =
elasticloadbalancing:eu-west-1:123456789012:listener-rule/app/web/50dc6c495c0c9188/f2f7dc8efc522ab2/9683b2d02a6cabee | lb_listener_rule | lb/listenerRule:ListenerRule | =
elasticloadbalancing:eu-west-1:123456789012:targetgroup/web/6d0ecf831eec9f09 | lb_target_group | lb/targetGroup:TargetGroup | =
autoscaling:eu-west-1:123456789012:autoScalingGroup:${uuid}:autoScalingGroupName/workers | autoscaling_group | autoscaling/group:Group | .
ecs:eu-west-1:123456789012:cluster/shop | ecs_cluster | ecs/cluster:Cluster | .
ecs:eu-west-1:123456789012:service/shop/web | ecs_service | ecs/service:Service | shop/web
ecs:eu-west-1:123456789012:task-definition/web:7 | ecs_task_definition | ecs/taskDefinition:TaskDefinition | =
ecs:eu-west-1:123456789012:capacity-provider/spot | ecs_capacity_provider | ecs/capacityProvider:CapacityProvider | =
ecr:eu-west-1:123456789012:repository/team/web | ecr_repository | ecr/repository:Repository | team/web
ecr:eu-west-1:123456789012:repository/worker | ecr_repository | ecr/repository:Repository | worker
eks:eu-west-1:123456789012:cluster/prod | eks_cluster | eks/cluster:Cluster | .
eks:eu-west-1:123456789012:nodegroup/prod/workers/${uuid} | eks_node_group | eks/nodeGroup:NodeGroup | prod:workers
eks:eu-west-1:123456789012:addon/prod/vpc-cni/${other} | eks_addon | eks/addon:Addon | prod:vpc-cni
eks:eu-west-1:123456789012:fargateprofile/prod/batch/${other} | eks_fargate_profile | eks/fargateProfile:FargateProfile | prod:batch
elasticfilesystem:eu-west-1:123456789012:file-system/fs-0a1b2c3d4e5f60718 | efs_file_system | efs/fileSystem:FileSystem | .
elasticfilesystem:eu-west-1:123456789012:access-point/fsap-0a1b2c3d4e5f60718 | efs_access_point | efs/accessPoint:AccessPoint | .
kms:eu-west-1:123456789012:key/${uuid} | kms_key | kms/key:Key | .
kms:eu-west-1:123456789012:key/${other} | kms_key | kms/key:Key | .
kms:eu-west-1:123456789012:alias/shop | kms_alias | kms/alias:Alias | alias/shop
secretsmanager:eu-west-1:123456789012:secret:db-password-a1B2c3 | secretsmanager_secret | secretsmanager/secret:Secret | =
ssm:eu-west-1:123456789012:parameter/shop/url | ssm_parameter | ssm/parameter:Parameter | /shop/url
ssm:eu-west-1:123456789012:document/restart | ssm_document | ssm/document:Document | .
ssm:eu-west-1:123456789012:maintenancewindow/mw-0a1b2c3d4e5f60718 | ssm_maintenance_window | ssm/maintenanceWindow:MaintenanceWindow | .
ssm:eu-west-1:123456789012:patchbaseline/pb-0a1b2c3d4e5f60718 | ssm_patch_baseline | ssm/patchBaseline:PatchBaseline | .
logs:eu-west-1:123456789012:log-group:/aws/lambda/resize | cloudwatch_log_group | cloudwatch/logGroup:LogGroup | /aws/lambda/resize
logs:eu-west-1:123456789012:log-group:shop | cloudwatch_log_group | cloudwatch/logGroup:LogGroup | shop
cloudwatch:eu-west-1:123456789012:alarm:high-cpu | cloudwatch_metric_alarm | cloudwatch/metricAlarm:MetricAlarm | .
cloudwatch::123456789012:dashboard/shop | cloudwatch_dashboard | cloudwatch/dashboard:Dashboard | .
events:eu-west-1:123456789012:rule/nightly | cloudwatch_event_rule | cloudwatch/eventRule:EventRule | .
events:eu-west-1:123456789012:event-bus/orders | cloudwatch_event_bus | cloudwatch/eventBus:EventBus | .
scheduler:eu-west-1:123456789012:schedule/default/hourly | scheduler_schedule | scheduler/schedule:Schedule | default/hourly
scheduler:eu-west-1:123456789012:schedule-group/shop | scheduler_schedule_group | scheduler/scheduleGroup:ScheduleGroup | .
states:eu-west-1:123456789012:stateMachine:checkout | sfn_state_machine | sfn/stateMachine:StateMachine | =
states:eu-west-1:123456789012:activity:approve | sfn_activity | sfn/activity:Activity | =
kinesis:eu-west-1:123456789012:stream/clicks | kinesis_stream | kinesis/stream:Stream | .
firehose:eu-west-1:123456789012:deliverystream/archive | kinesis_firehose_delivery_stream | kinesis/firehoseDeliveryStream:FirehoseDeliveryStream | =
kafka:eu-west-1:123456789012:cluster/events/${uuid}-2 | msk_cluster | msk/cluster:Cluster | =
kafka:eu-west-1:123456789012:configuration/events/${uuid}-3 | msk_configuration | msk/configuration:Configuration | =
mq:eu-west-1:123456789012:broker:orders:b-${uuid} | mq_broker | mq/broker:Broker | b-${uuid}
es:eu-west-1:123456789012:domain/search | opensearch_domain | opensearch/domain:Domain | .
route53:::hostedzone/Z0123456789ABCDEFGHIJ | route53_zone | route53/zone:Zone | .
route53:::healthcheck/${uuid} | route53_health_check | route53/healthCheck:HealthCheck | .
cloudfront::123456789012:distribution/E1A2B3C4D5E6F7 | cloudfront_distribution | cloudfront/distribution:Distribution | .
cloudfront::123456789012:function/rewrite | cloudfront_function | cloudfront/function:Function | .
acm:eu-west-1:123456789012:certificate/${uuid} | acm_certificate | acm/certificate:Certificate | =
acm-pca:eu-west-1:123456789012:certificate-authority/${uuid} | acmpca_certificate_authority | acmpca/certificateAuthority:CertificateAuthority | =
apigateway:eu-west-1::/restapis/a1b2c3d4e5 | api_gateway_rest_api | apigateway/restApi:RestApi | .
apigateway:eu-west-1::/restapis/a1b2c3d4e5/stages/prod | api_gateway_stage | apigateway/stage:Stage | a1b2c3d4e5/prod
apigateway:eu-west-1::/apis/f6g7h8i9j0 | apigatewayv2_api | apigatewayv2/api:Api | .
apigateway:eu-west-1::/apikeys/k1l2m3n4o5 | api_gateway_api_key | apigateway/apiKey:ApiKey | .
apigateway:eu-west-1::/usageplans/p1q2r3 | api_gateway_usage_plan | apigateway/usagePlan:UsagePlan | .
apigateway:eu-west-1::/domainnames/api.shop.example | api_gateway_domain_name | apigateway/domainName:DomainName | .
appsync:eu-west-1:123456789012:apis/abcdefghijklmnopqrstuvwxyz | appsync_graphql_api | appsync/graphQLApi:GraphQLApi | .
cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_AbCdEfGhI | cognito_user_pool | cognito/userPool:UserPool | .
cognito-identity:eu-west-1:123456789012:identitypool/eu-west-1:${uuid} | cognito_identity_pool | cognito/identityPool:IdentityPool | eu-west-1:${uuid}
glue:eu-west-1:123456789012:database/lake | glue_catalog_database | glue/catalogDatabase:CatalogDatabase | 123456789012:lake
glue:eu-west-1:123456789012:job/etl | glue_job | glue/job:Job | .
glue:eu-west-1:123456789012:crawler/raw | glue_crawler | glue/crawler:Crawler | .
glue:eu-west-1:123456789012:trigger/daily | glue_trigger | glue/trigger:Trigger | .
athena:eu-west-1:123456789012:workgroup/analysts | athena_workgroup | athena/workgroup:Workgroup | .
batch:eu-west-1:123456789012:job-queue/default | batch_job_queue | batch/jobQueue:JobQueue | =
batch:eu-west-1:123456789012:compute-environment/spot | batch_compute_environment | batch/computeEnvironment:ComputeEnvironment | .
batch:eu-west-1:123456789012:job-definition/render:4 | batch_job_definition | batch/jobDefinition:JobDefinition | =
codebuild:eu-west-1:123456789012:project/web | codebuild_project | codebuild/project:Project | .
codepipeline:eu-west-1:123456789012:release | codepipeline | codepipeline/pipeline:Pipeline | .
codecommit:eu-west-1:123456789012:web | codecommit_repository | codecommit/repository:Repository | .
codedeploy:eu-west-1:123456789012:application:web | codedeploy_app | codedeploy/application:Application | .
codeartifact:eu-west-1:123456789012:domain/shop | codeartifact_domain | codeartifact/domain:Domain | =
backup:eu-west-1:123456789012:backup-vault:daily | backup_vault | backup/vault:Vault | .
backup:eu-west-1:123456789012:backup-plan:${uuid} | backup_plan | backup/plan:Plan | .
cloudtrail:eu-west-1:123456789012:trail/audit | cloudtrail | cloudtrail/trail:Trail | =
guardduty:eu-west-1:123456789012:detector/12abc34d567e8fa901bc2d34e56789f0 | guardduty_detector | guardduty/detector:Detector | .
elasticbeanstalk:eu-west-1:123456789012:application/shop | elastic_beanstalk_application | elasticbeanstalk/application:Application | .
elasticmapreduce:eu-west-1:123456789012:cluster/j-1A2B3C4D5E6F7 | emr_cluster | emr/cluster:Cluster | .
sagemaker:eu-west-1:123456789012:notebook-instance/explore | sagemaker_notebook_instance | sagemaker/notebookInstance:NotebookInstance | .
sagemaker:eu-west-1:123456789012:model/ranker | sagemaker_model | sagemaker/model:Model | .
transfer:eu-west-1:123456789012:server/s-0a1b2c3d4e5f60718 | transfer_server | transfer/server:Server | .
fsx:eu-west-1:123456789012:file-system/fs-0a1b2c3d4e5f60719 | fsx_windows_file_system | fsx/windowsFileSystem:WindowsFileSystem | .
fsx:eu-west-1:123456789012:file-system/fs-0a1b2c3d4e5f60720 | fsx_lustre_file_system | fsx/lustreFileSystem:LustreFileSystem | .
servicediscovery:eu-west-1:123456789012:namespace/ns-0a1b2c3d4e5f6071 | service_discovery_http_namespace | servicediscovery/httpNamespace:HttpNamespace | .
servicediscovery:eu-west-1:123456789012:service/srv-0a1b2c3d4e5f6071 | service_discovery_service | servicediscovery/service:Service | .
ses:eu-west-1:123456789012:configuration-set/bulk | ses_configuration_set | ses/configurationSet:ConfigurationSet | .
wafv2:eu-west-1:123456789012:regional/ipset/blocked/${uuid} | wafv2_ip_set | wafv2/ipSet:IpSet | ${uuid}/blocked/REGIONAL
network-firewall:eu-west-1:123456789012:firewall/edge | networkfirewall_firewall | networkfirewall/firewall:Firewall | =
globalaccelerator::123456789012:accelerator/${uuid} | globalaccelerator_accelerator | globalaccelerator/accelerator:Accelerator | =
imagebuilder:eu-west-1:123456789012:image-pipeline/base | imagebuilder_image_pipeline | imagebuilder/imagePipeline:ImagePipeline | =
resource-groups:eu-west-1:123456789012:group/shop | resourcegroups_group | resourcegroups/group:Group | .
ram:eu-west-1:123456789012:resource-share/${uuid} | ram_resource_share | ram/resourceShare:ResourceShare | =
apprunner:eu-west-1:123456789012:service/web/8fe1e10304f84fd2b0df550fe98a71fa | apprunner_service | apprunner/service:Service | =
memorydb:eu-west-1:123456789012:cluster/fast | memorydb_cluster | memorydb/cluster:Cluster | .
dax:eu-west-1:123456789012:cache/hot | dax_cluster | dax/cluster:Cluster | .
synthetics:eu-west-1:123456789012:canary:login | synthetics_canary | synthetics/canary:Canary | .
xray:eu-west-1:123456789012:group/slow/ABCDEFGHIJ | xray_group | xray/group:Group | =
`;

/** Import IDs that the ARN does not contain in any part. */
const hiddenIds: Readonly<Record<string, string>> = {
  sqs_queue: "https://sqs.eu-west-1.amazonaws.com/123456789012/orders",
  key_pair: "deployer",
};

export const awsObjects: readonly AwsObject[] = lines
  .trim()
  .split("\n")
  .map((line) => {
    const [text = "", terraform = "", pulumi = "", id = ""] = line.split(" | ").map((part) => part.trim());
    const arn = `arn:aws:${text}`;
    const last = arn.split(/[/:]/).at(-1) ?? "";
    const known: Readonly<Record<string, string>> = { "=": arn, ".": last, "?": hiddenIds[terraform] ?? "" };
    return { arn, terraform, pulumi, id: known[id] ?? id };
  });
