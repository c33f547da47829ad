// A class of the published Kubernetes SDK that is not generated from the schema.
namespace Pulumi.Kubernetes
{
    public abstract class KubernetesResource : CustomResource
    {
        protected KubernetesResource(string type, string name, ResourceArgs args, CustomResourceOptions options = null)
            : base(type, name, args, options)
        {
        }
    }
}
