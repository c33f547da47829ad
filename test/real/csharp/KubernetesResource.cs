// The class that the published SDK of Kubernetes has next to what the generator makes.
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
