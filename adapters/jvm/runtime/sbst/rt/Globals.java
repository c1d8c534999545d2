// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.io.InputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A snapshot, taken after the subject was loaded, of the JDK's global state that tests may change:
 * system properties, the default locale and time zone, the standard streams, the thread that runs
 * tests, and managed beans. Only differences are restored, so the usual cost is a few reads of fields.
 */
final class Globals {
    private static final Locale.Category[] CATEGORIES = Locale.Category.values();
    /** Like that of Properties, so that the order of iteration is the same. */
    private static final int INITIAL_CAPACITY = 8;
    /** As OwnSurroundings of the parent counts them. */
    private static final Locale[] LANGUAGES = {
        null, Locale.US, Locale.forLanguageTag("ar-EG"), Locale.forLanguageTag("tr-TR")};
    private static final TimeZone[] ZONES = {null, TimeZone.getTimeZone("UTC"),
        TimeZone.getTimeZone("Etc/GMT-14"), TimeZone.getTimeZone("Etc/GMT+12")};

    private final VarHandle content;
    private final VarHandle timeZone;
    private final Properties properties = System.getProperties();
    private final Object[] names;
    private final Object[] values;
    private final Locale locale = Locale.getDefault();
    private final Locale[] locales = new Locale[CATEGORIES.length];
    private final TimeZone zone;
    private final InputStream in = System.in;
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;
    private final Thread thread = Thread.currentThread();
    private final String threadName = thread.getName();
    private final int priority = thread.getPriority();
    private final ClassLoader contextLoader = thread.getContextClassLoader();
    private final Thread.UncaughtExceptionHandler handler =
        Thread.getDefaultUncaughtExceptionHandler();

    /** Takes the snapshot; called on the thread that runs tests. */
    Globals(MethodHandles.Lookup lookup) throws ReflectiveOperationException {
        content = lookup.findVarHandle(Properties.class, "map", ConcurrentHashMap.class);
        timeZone = lookup.findStaticVarHandle(TimeZone.class, "defaultTimeZone", TimeZone.class);
        // The JDK determines it, and stores it in a property, at the first request.
        TimeZone.getDefault();
        zone = (TimeZone) timeZone.getVolatile();
        for (int i = 0; i < CATEGORIES.length; i++) {
            locales[i] = Locale.getDefault(CATEGORIES[i]);
        }
        Map<?, ?> map = (ConcurrentHashMap<?, ?>) content.getVolatile(properties);
        names = map.keySet().toArray();
        values = new Object[names.length];
        for (int i = 0; i < names.length; i++) {
            values[i] = map.get(names[i]);
        }
        Guard.watchedProperties = properties;
        restoreProperties();
    }

    /**
     * Restores the changes of the last test, and sets what the next one has of its own: places in
     * LANGUAGES and ZONES.
     */
    void restore(int ownLanguage, int ownZone) {
        if (System.getProperties() != properties) {
            System.setProperties(properties);
        }
        if (Guard.arePropertiesTouched) {
            restoreProperties();
        }
        restoreLocale(LANGUAGES[ownLanguage]);
        TimeZone wanted = ZONES[ownZone] != null ? ZONES[ownZone] : zone;
        if (timeZone.getVolatile() != wanted) {
            timeZone.setVolatile(wanted);
        }
        restoreStreams();
        restoreThread();
        if (ManagedBeans.areUsed) {
            ManagedBeans.removeAll();
        }
    }

    /** A new map: one that was larger once iterates in another order. */
    private void restoreProperties() {
        ConcurrentHashMap<Object, Object> map = new ConcurrentHashMap<>(INITIAL_CAPACITY);
        for (int i = 0; i < names.length; i++) {
            map.put(names[i], values[i]);
        }
        content.setVolatile(properties, map);
        Guard.arePropertiesTouched = false;
    }

    /** The locale of the JVM if there is no other. */
    private void restoreLocale(Locale own) {
        Locale wanted = own != null ? own : locale;
        if (Locale.getDefault() != wanted) {
            Locale.setDefault(wanted);
        }
        for (int i = 0; i < CATEGORIES.length; i++) {
            Locale ofCategory = own != null ? own : locales[i];
            if (Locale.getDefault(CATEGORIES[i]) != ofCategory) {
                Locale.setDefault(CATEGORIES[i], ofCategory);
            }
        }
    }

    private void restoreStreams() {
        if (System.in != in) {
            System.setIn(in);
        }
        if (System.out != out) {
            System.setOut(out);
        }
        if (System.err != err) {
            System.setErr(err);
        }
    }

    private void restoreThread() {
        if (!thread.getName().equals(threadName)) {
            thread.setName(threadName);
        }
        if (thread.getPriority() != priority) {
            thread.setPriority(priority);
        }
        if (thread.getContextClassLoader() != contextLoader) {
            thread.setContextClassLoader(contextLoader);
        }
        if (Thread.getDefaultUncaughtExceptionHandler() != handler) {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        }
        Thread.interrupted();
    }
}
