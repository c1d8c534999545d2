// SPDX-License-Identifier: Apache-2.0
package sbst.rt;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Removes from the JVM's server of managed beans what tests left there. Otherwise a later test finds
 * its names taken, and looks longer for a free one each time.
 */
final class ManagedBeans {
    /** A test asked for the server. */
    static volatile boolean areUsed;

    private ManagedBeans() {}

    static void removeAll() {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        areUsed = false;
        for (ObjectName name : server.queryNames(null, null)) {
            if (isOfJdk(name.getDomain())) {
                continue;
            }
            try {
                server.unregisterMBean(name);
            } catch (JMException | RuntimeException e) {
                // Code of the subject may refuse it.
                continue;
            }
        }
    }

    private static boolean isOfJdk(String domain) {
        return domain.equals("JMImplementation") || domain.startsWith("java.")
            || domain.startsWith("jdk.") || domain.startsWith("com.sun.management");
    }
}
