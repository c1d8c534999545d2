// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.ByteArrayOutputStream;
import java.io.CharArrayWriter;
import java.io.StringWriter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Writes what arrays, texts, streams and collections of the JDK hold: calls may change it without
 * returning it.
 */
final class Contents {
    /** Collections whose elements are read without running code of the subject. */
    private static final Set<String> PLAIN = Set.of("java.util.ArrayDeque", "java.util.ArrayList",
        "java.util.EnumMap", "java.util.HashMap", "java.util.HashSet", "java.util.Hashtable",
        "java.util.JumboEnumSet", "java.util.LinkedHashMap", "java.util.LinkedHashSet", "java.util.LinkedList",
        "java.util.PriorityQueue", "java.util.Properties", "java.util.RegularEnumSet", "java.util.Stack", "java.util.TreeMap",
        "java.util.TreeSet", "java.util.Vector", "java.util.concurrent.ArrayBlockingQueue",
        "java.util.concurrent.ConcurrentHashMap", "java.util.concurrent.ConcurrentLinkedDeque",
        "java.util.concurrent.ConcurrentLinkedQueue",
        "java.util.concurrent.ConcurrentSkipListMap", "java.util.concurrent.ConcurrentSkipListSet",
        "java.util.concurrent.CopyOnWriteArrayList", "java.util.concurrent.CopyOnWriteArraySet",
        "java.util.concurrent.LinkedBlockingDeque", "java.util.concurrent.LinkedBlockingQueue");
    private static final String[] OTHERS = {"java.util.Arrays$ArrayList",
        "java.util.Collections$CopiesList", "java.util.Collections$Empty",
        "java.util.Collections$Singleton", "java.util.Collections$Unmodifiable",
        "java.util.HashMap$", "java.util.ImmutableCollections$", "java.util.LinkedHashMap$Linked",
        "java.util.TreeMap$KeySet", "java.util.TreeMap$Values",
        "java.util.stream.Collectors$Partition"};

    private Contents() {}

    /** Tells whether a call may change the content, and reading it runs no code of the subject. */
    static boolean isTracked(Object object) {
        return object.getClass().isArray() || isText(object)
            || object.getClass() == ByteArrayOutputStream.class
            || PLAIN.contains(object.getClass().getName());
    }

    private static boolean isText(Object object) {
        Class<?> type = object.getClass();
        return type == StringBuilder.class || type == StringBuffer.class
            || type == StringWriter.class || type == CharArrayWriter.class;
    }

    /** Tells whether it is a collection whose content is written with it. */
    static boolean isKnownCollection(Object object) {
        if (!(object instanceof Collection) && !(object instanceof Map)) {
            return false;
        }
        String name = object.getClass().getName();
        if (PLAIN.contains(name)) {
            return true;
        }
        for (String prefix : OTHERS) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    static boolean isOptional(Object object) {
        return object instanceof Optional || object instanceof OptionalInt
            || object instanceof OptionalLong || object instanceof OptionalDouble;
    }

    /** What an Optional of any kind has; null if it has nothing. */
    static Object elementOf(Object optional) {
        if (optional instanceof OptionalInt) {
            OptionalInt number = (OptionalInt) optional;
            return number.isPresent() ? number.getAsInt() : null;
        }
        if (optional instanceof OptionalLong) {
            OptionalLong number = (OptionalLong) optional;
            return number.isPresent() ? number.getAsLong() : null;
        }
        if (optional instanceof OptionalDouble) {
            OptionalDouble number = (OptionalDouble) optional;
            return number.isPresent() ? number.getAsDouble() : null;
        }
        return ((Optional<?>) optional).orElse(null);
    }

    /** The content of a tracked object as a value: a text, an array or a collection. */
    static void write(Out out, Object object) {
        Object content = object;
        if (isText(object)) {
            content = object.toString();
        } else if (object instanceof ByteArrayOutputStream) {
            content = ((ByteArrayOutputStream) object).toByteArray();
        }
        Values.write(out, 'L', content, 0);
    }

    static char kindOf(Object collection) {
        return collection instanceof Map ? 'm' : collection instanceof List ? 'l'
            : collection instanceof Set ? 's' : 'c';
    }
}
