import com.pulumi.Pulumi;
import java.io.FileWriter;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Map;

/** Runs the programs p0, p1, … in sequence, and writes their registrations as JSON. */
public class RunAll {

    public static void main(String[] args) throws Exception {
        try (var writer = new FileWriter(args[0])) {
            for (var index = 0; index < Integer.parseInt(args[1]); index += 1) {
                Pulumi.MADE.clear();
                Class.forName("p" + index + ".App").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                writer.write(index == 0 ? "[" : ",");
                write(Pulumi.MADE, writer);
            }
            writer.write("]");
        }
    }

    private static void write(Object value, Writer to) throws IOException {
        if (value instanceof Map) {
            var separator = "{";
            for (var entry : ((Map<?, ?>) value).entrySet()) {
                to.write(separator);
                write(entry.getKey(), to);
                to.write(":");
                write(entry.getValue(), to);
                separator = ",";
            }
            to.write("}");
        } else if (value instanceof List) {
            to.write("[");
            var separator = "";
            for (var item : (List<?>) value) {
                to.write(separator);
                write(item, to);
                separator = ",";
            }
            to.write("]");
        } else if (value instanceof String) {
            to.write('"');
            for (var unit : ((String) value).toCharArray()) to.write(String.format("\\u%04x", (int) unit));
            to.write('"');
        } else {
            to.write(String.valueOf(value));
        }
    }
}
