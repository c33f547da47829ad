/**
 * Entries of published sample listings, with the type and the import ID from the providers' documentation: Azure's resource IDs, Google's asset names,
 * and CloudFormation's types.
 */
// cspell:disable

/** A line: the type in the listing, the identity, the Pulumi type after the package, and the import ID. `=` is the identity. */
const azure = `
Microsoft.Network/virtualNetworks | R/Microsoft.Network/virtualNetworks/hub | network:VirtualNetwork | =
Microsoft.Network/virtualNetworks/subnets | R/Microsoft.Network/virtualNetworks/hub/subnets/apps | network:Subnet | =
Microsoft.Network/networkSecurityGroups | R/Microsoft.Network/networkSecurityGroups/web | network:NetworkSecurityGroup | =
Microsoft.Network/networkInterfaces | R/Microsoft.Network/networkInterfaces/vm1-nic | network:NetworkInterface | =
Microsoft.Network/publicIPAddresses | R/Microsoft.Network/publicIPAddresses/lb | network:PublicIPAddress | =
Microsoft.Network/loadBalancers | R/Microsoft.Network/loadBalancers/web | network:LoadBalancer | =
Microsoft.Network/applicationGateways | R/Microsoft.Network/applicationGateways/edge | network:ApplicationGateway | =
Microsoft.Network/routeTables | R/Microsoft.Network/routeTables/hub | network:RouteTable | =
Microsoft.Network/natGateways | R/Microsoft.Network/natGateways/out | network:NatGateway | =
Microsoft.Network/bastionHosts | R/Microsoft.Network/bastionHosts/jump | network:BastionHost | =
Microsoft.Network/privateEndpoints | R/Microsoft.Network/privateEndpoints/sql | network:PrivateEndpoint | =
Microsoft.Compute/virtualMachines | R/Microsoft.Compute/virtualMachines/vm1 | compute:VirtualMachine | =
Microsoft.Compute/virtualMachineScaleSets | R/Microsoft.Compute/virtualMachineScaleSets/web | compute:VirtualMachineScaleSet | =
Microsoft.Compute/disks | R/Microsoft.Compute/disks/data | compute:Disk | =
Microsoft.Compute/availabilitySets | R/Microsoft.Compute/availabilitySets/web | compute:AvailabilitySet | =
Microsoft.Compute/images | R/Microsoft.Compute/images/base | compute:Image | =
Microsoft.Storage/storageAccounts | R/Microsoft.Storage/storageAccounts/shopdata | storage:StorageAccount | =
Microsoft.Storage/storageAccounts/blobServices/containers | R/Microsoft.Storage/storageAccounts/shopdata/blobServices/default/containers/logs | storage:BlobContainer | =
Microsoft.Web/sites | R/Microsoft.Web/sites/shop | web:WebApp | =
Microsoft.Web/serverFarms | R/Microsoft.Web/serverfarms/shop-plan | web:AppServicePlan | =
Microsoft.KeyVault/vaults | R/Microsoft.KeyVault/vaults/shop-kv | keyvault:Vault | =
Microsoft.Sql/servers | R/Microsoft.Sql/servers/shop | sql:Server | =
Microsoft.Sql/servers/databases | R/Microsoft.Sql/servers/shop/databases/orders | sql:Database | =
Microsoft.DBforPostgreSQL/flexibleServers | R/Microsoft.DBforPostgreSQL/flexibleServers/shop | dbforpostgresql:Server | =
Microsoft.DocumentDB/databaseAccounts | R/Microsoft.DocumentDB/databaseAccounts/shop | cosmosdb:DatabaseAccount | =
Microsoft.ContainerService/managedClusters | R/Microsoft.ContainerService/managedClusters/prod | containerservice:ManagedCluster | =
Microsoft.ContainerRegistry/registries | R/Microsoft.ContainerRegistry/registries/shop | containerregistry:Registry | =
Microsoft.ServiceBus/namespaces | R/Microsoft.ServiceBus/namespaces/shop | servicebus:Namespace | =
Microsoft.EventHub/namespaces | R/Microsoft.EventHub/namespaces/clicks | eventhub:Namespace | =
Microsoft.Cache/Redis | R/Microsoft.Cache/Redis/sessions | redis:Redis | =
Microsoft.OperationalInsights/workspaces | R/Microsoft.OperationalInsights/workspaces/logs | operationalinsights:Workspace | =
Microsoft.Insights/components | R/Microsoft.Insights/components/shop | applicationinsights:Component | =
Microsoft.ManagedIdentity/userAssignedIdentities | R/Microsoft.ManagedIdentity/userAssignedIdentities/worker | managedidentity:UserAssignedIdentity | =
Microsoft.RecoveryServices/vaults | R/Microsoft.RecoveryServices/vaults/backup | recoveryservices:Vault | =
Microsoft.Resources/resourceGroups | G | resources:ResourceGroup | =
`;

const group = "/subscriptions/12345678-1234-9876-4563-123456789012/resourceGroups/shop-rg";

const google = `
compute.googleapis.com/Instance | //compute.googleapis.com/projects/shop-dev/zones/europe-west1-b/instances/web-1 | compute/instance:Instance | projects/shop-dev/zones/europe-west1-b/instances/web-1
compute.googleapis.com/Disk | //compute.googleapis.com/projects/shop-dev/zones/europe-west1-b/disks/data | compute/disk:Disk | projects/shop-dev/zones/europe-west1-b/disks/data
compute.googleapis.com/Network | //compute.googleapis.com/projects/shop-dev/global/networks/hub | compute/network:Network | projects/shop-dev/global/networks/hub
compute.googleapis.com/Subnetwork | //compute.googleapis.com/projects/shop-dev/regions/europe-west1/subnetworks/apps | compute/subnetwork:Subnetwork | projects/shop-dev/regions/europe-west1/subnetworks/apps
compute.googleapis.com/Firewall | //compute.googleapis.com/projects/shop-dev/global/firewalls/allow-web | compute/firewall:Firewall | projects/shop-dev/global/firewalls/allow-web
compute.googleapis.com/Address | //compute.googleapis.com/projects/shop-dev/regions/europe-west1/addresses/lb | compute/address:Address | projects/shop-dev/regions/europe-west1/addresses/lb
compute.googleapis.com/Router | //compute.googleapis.com/projects/shop-dev/regions/europe-west1/routers/nat | compute/router:Router | projects/shop-dev/regions/europe-west1/routers/nat
compute.googleapis.com/InstanceTemplate | //compute.googleapis.com/projects/shop-dev/global/instanceTemplates/web | compute/instanceTemplate:InstanceTemplate | projects/shop-dev/global/instanceTemplates/web
compute.googleapis.com/BackendService | //compute.googleapis.com/projects/shop-dev/global/backendServices/web | compute/backendService:BackendService | projects/shop-dev/global/backendServices/web
compute.googleapis.com/HealthCheck | //compute.googleapis.com/projects/shop-dev/global/healthChecks/http | compute/healthCheck:HealthCheck | projects/shop-dev/global/healthChecks/http
compute.googleapis.com/SslCertificate | //compute.googleapis.com/projects/shop-dev/global/sslCertificates/shop | compute/sSLCertificate:SSLCertificate | projects/shop-dev/global/sslCertificates/shop
compute.googleapis.com/UrlMap | //compute.googleapis.com/projects/shop-dev/global/urlMaps/shop | compute/uRLMap:URLMap | projects/shop-dev/global/urlMaps/shop
container.googleapis.com/Cluster | //container.googleapis.com/projects/shop-dev/locations/europe-west1/clusters/prod | container/cluster:Cluster | projects/shop-dev/locations/europe-west1/clusters/prod
pubsub.googleapis.com/Topic | //pubsub.googleapis.com/projects/shop-dev/topics/orders | pubsub/topic:Topic | projects/shop-dev/topics/orders
pubsub.googleapis.com/Subscription | //pubsub.googleapis.com/projects/shop-dev/subscriptions/billing | pubsub/subscription:Subscription | projects/shop-dev/subscriptions/billing
bigquery.googleapis.com/Dataset | //bigquery.googleapis.com/projects/shop-dev/datasets/sales | bigquery/dataset:Dataset | projects/shop-dev/datasets/sales
bigquery.googleapis.com/Table | //bigquery.googleapis.com/projects/shop-dev/datasets/sales/tables/daily | bigquery/table:Table | projects/shop-dev/datasets/sales/tables/daily
run.googleapis.com/Service | //run.googleapis.com/projects/shop-dev/locations/europe-west1/services/api | cloudrunv2/service:Service | projects/shop-dev/locations/europe-west1/services/api
cloudfunctions.googleapis.com/Function | //cloudfunctions.googleapis.com/projects/shop-dev/locations/europe-west1/functions/resize | cloudfunctionsv2/function:Function | projects/shop-dev/locations/europe-west1/functions/resize
secretmanager.googleapis.com/Secret | //secretmanager.googleapis.com/projects/shop-dev/secrets/token | secretmanager/secret:Secret | projects/shop-dev/secrets/token
cloudkms.googleapis.com/KeyRing | //cloudkms.googleapis.com/projects/shop-dev/locations/global/keyRings/shop | kms/keyRing:KeyRing | projects/shop-dev/locations/global/keyRings/shop
cloudkms.googleapis.com/CryptoKey | //cloudkms.googleapis.com/projects/shop-dev/locations/global/keyRings/shop/cryptoKeys/disk | kms/cryptoKey:CryptoKey | projects/shop-dev/locations/global/keyRings/shop/cryptoKeys/disk
dns.googleapis.com/ManagedZone | //dns.googleapis.com/projects/shop-dev/managedZones/shop | dns/managedZone:ManagedZone | projects/shop-dev/managedZones/shop
iam.googleapis.com/ServiceAccount | //iam.googleapis.com/projects/shop-dev/serviceAccounts/api@shop-dev.iam.gserviceaccount.com | serviceaccount/account:Account | projects/shop-dev/serviceAccounts/api@shop-dev.iam.gserviceaccount.com
iam.googleapis.com/Role | //iam.googleapis.com/projects/shop-dev/roles/deployer | projects/iAMCustomRole:IAMCustomRole | projects/shop-dev/roles/deployer
artifactregistry.googleapis.com/Repository | //artifactregistry.googleapis.com/projects/shop-dev/locations/europe-west1/repositories/images | artifactregistry/repository:Repository | projects/shop-dev/locations/europe-west1/repositories/images
redis.googleapis.com/Instance | //redis.googleapis.com/projects/shop-dev/locations/europe-west1/instances/sessions | redis/instance:Instance | projects/shop-dev/locations/europe-west1/instances/sessions
file.googleapis.com/Instance | //file.googleapis.com/projects/shop-dev/locations/europe-west1-b/instances/share | filestore/instance:Instance | projects/shop-dev/locations/europe-west1-b/instances/share
cloudscheduler.googleapis.com/Job | //cloudscheduler.googleapis.com/projects/shop-dev/locations/europe-west1/jobs/nightly | cloudscheduler/job:Job | projects/shop-dev/locations/europe-west1/jobs/nightly
cloudtasks.googleapis.com/Queue | //cloudtasks.googleapis.com/projects/shop-dev/locations/europe-west1/queues/mail | cloudtasks/queue:Queue | projects/shop-dev/locations/europe-west1/queues/mail
spanner.googleapis.com/Instance | //spanner.googleapis.com/projects/shop-dev/instances/shop | spanner/instance:Instance | projects/shop-dev/instances/shop
monitoring.googleapis.com/AlertPolicy | //monitoring.googleapis.com/projects/shop-dev/alertPolicies/1234567890 | monitoring/alertPolicy:AlertPolicy | projects/shop-dev/alertPolicies/1234567890
`;

const cloudFormation = `
AWS::S3::Bucket | shop-covers-1abcd2efgh3ij | s3/bucket:Bucket | =
AWS::EC2::VPC | vpc-0a1b2c3d4e5f60718 | ec2/vpc:Vpc | =
AWS::EC2::Subnet | subnet-0a1b2c3d4e5f60718 | ec2/subnet:Subnet | =
AWS::EC2::SecurityGroup | sg-0a1b2c3d4e5f60718 | ec2/securityGroup:SecurityGroup | =
AWS::EC2::RouteTable | rtb-0a1b2c3d4e5f60718 | ec2/routeTable:RouteTable | =
AWS::EC2::InternetGateway | igw-0a1b2c3d4e5f60718 | ec2/internetGateway:InternetGateway | =
AWS::EC2::NatGateway | nat-0a1b2c3d4e5f60718 | ec2/natGateway:NatGateway | =
AWS::EC2::EIP | eipalloc-0a1b2c3d4e5f60718 | ec2/eip:Eip | =
AWS::EC2::Instance | i-0a1b2c3d4e5f60718 | ec2/instance:Instance | =
AWS::EC2::Volume | vol-0a1b2c3d4e5f60718 | ebs/volume:Volume | =
AWS::EC2::VPCEndpoint | vpce-0a1b2c3d4e5f60718 | ec2/vpcEndpoint:VpcEndpoint | =
AWS::EC2::LaunchTemplate | lt-0a1b2c3d4e5f60718 | ec2/launchTemplate:LaunchTemplate | =
AWS::EC2::FlowLog | fl-0a1b2c3d4e5f60718 | ec2/flowLog:FlowLog | =
AWS::EC2::NetworkAcl | acl-0a1b2c3d4e5f60718 | ec2/networkAcl:NetworkAcl | =
AWS::EC2::KeyPair | shop-key | ec2/keyPair:KeyPair | =
AWS::IAM::Role | shop-ApiRole-ABCDEFGHIJKL | iam/role:Role | =
AWS::IAM::User | deployer | iam/user:User | =
AWS::IAM::InstanceProfile | shop-WebProfile-ABCDEF | iam/instanceProfile:InstanceProfile | =
AWS::IAM::ManagedPolicy | arn:aws:iam::123456789012:policy/shop-Policy-ABC | iam/policy:Policy | =
AWS::Lambda::Function | shop-Resize-ABCDEFGH | lambda/function:Function | =
AWS::Lambda::EventSourceMapping | 1a2b3c4d-5e6f-4a1b-8c2d-0123456789ab | lambda/eventSourceMapping:EventSourceMapping | =
AWS::DynamoDB::Table | shop-Orders-ABCDEFGH | dynamodb/table:Table | =
AWS::SQS::Queue | https://sqs.eu-west-1.amazonaws.com/123456789012/shop-Queue-ABC | sqs/queue:Queue | =
AWS::SNS::Topic | arn:aws:sns:eu-west-1:123456789012:shop-Alerts-ABC | sns/topic:Topic | =
AWS::RDS::DBInstance | shop-db-abcdefg | rds/instance:Instance | =
AWS::RDS::DBCluster | shop-cluster-abcdefg | rds/cluster:Cluster | =
AWS::RDS::DBSubnetGroup | shop-subnets-abcdefg | rds/subnetGroup:SubnetGroup | =
AWS::RDS::DBParameterGroup | shop-params-abcdefg | rds/parameterGroup:ParameterGroup | =
AWS::ElasticLoadBalancingV2::LoadBalancer | arn:aws:elasticloadbalancing:eu-west-1:123456789012:loadbalancer/app/shop/50dc6c495c0c9188 | lb/loadBalancer:LoadBalancer | =
AWS::ElasticLoadBalancingV2::TargetGroup | arn:aws:elasticloadbalancing:eu-west-1:123456789012:targetgroup/shop/6d0ecf831eec9f09 | lb/targetGroup:TargetGroup | =
AWS::ElasticLoadBalancingV2::Listener | arn:aws:elasticloadbalancing:eu-west-1:123456789012:listener/app/shop/50dc6c495c0c9188/f2f7dc8efc522ab2 | lb/listener:Listener | =
AWS::AutoScaling::AutoScalingGroup | shop-asg-ABCDEF | autoscaling/group:Group | =
AWS::ECS::Cluster | shop-cluster | ecs/cluster:Cluster | =
AWS::ECR::Repository | shop-images | ecr/repository:Repository | =
AWS::EKS::Cluster | prod | eks/cluster:Cluster | =
AWS::KMS::Key | 1a2b3c4d-5e6f-4a1b-8c2d-0123456789ab | kms/key:Key | =
AWS::KMS::Alias | alias/shop | kms/alias:Alias | =
AWS::Logs::LogGroup | /aws/lambda/shop | cloudwatch/logGroup:LogGroup | =
AWS::CloudWatch::Alarm | shop-high-cpu | cloudwatch/metricAlarm:MetricAlarm | =
AWS::Route53::HostedZone | Z0123456789ABCDEFGHIJ | route53/zone:Zone | =
AWS::CloudFront::Distribution | E1A2B3C4D5E6F7 | cloudfront/distribution:Distribution | =
AWS::SecretsManager::Secret | arn:aws:secretsmanager:eu-west-1:123456789012:secret:shop-AbCdEf | secretsmanager/secret:Secret | =
AWS::SSM::Parameter | shop-url | ssm/parameter:Parameter | =
AWS::StepFunctions::StateMachine | arn:aws:states:eu-west-1:123456789012:stateMachine:Checkout-ABC | sfn/stateMachine:StateMachine | =
AWS::Kinesis::Stream | shop-clicks-ABC | kinesis/stream:Stream | =
AWS::Cognito::UserPool | eu-west-1_AbCdEfGhI | cognito/userPool:UserPool | =
AWS::ElastiCache::ReplicationGroup | shop-cache | elasticache/replicationGroup:ReplicationGroup | =
AWS::EFS::FileSystem | fs-0a1b2c3d4e5f60718 | efs/fileSystem:FileSystem | =
`;

export interface KnownEntry {
  readonly typeName: string;
  readonly identity: string;
  /** The Pulumi type, without the package. */
  readonly type: string;
  readonly id: string;
}

function entriesIn(lines: string): readonly KnownEntry[] {
  return lines
    .trim()
    .split("\n")
    .map((line) => {
      const [typeName = "", text = "", type = "", id = ""] = line.split(" | ");
      const identity = text === "G" ? group : text.replace(/^R\//, `${group}/providers/`);
      return { typeName, identity, type, id: id === "=" ? identity : id };
    });
}

export const knownListings = {
  "azure-native": entriesIn(azure),
  gcp: entriesIn(google),
  aws: entriesIn(cloudFormation),
} as const;
